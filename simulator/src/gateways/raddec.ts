// The reelyActive raddec JSON that gateways send (spec/positioning, ingest formats); the part of it that Rollcall needs.

export interface Raddec {
  transmitterId: string
  /** 3 = random 48-bit address. */
  transmitterIdType: 3
  rssiSignature: { receiverId: string; receiverIdType: 2; rssi: number; numberOfDecodings: number }[]
  /** Epoch milliseconds. */
  timestamp: number
}
