// What gateways send (spec/positioning, ingest formats), the part of it that Rollcall needs: raddecs tell who was heard where,
// dynambs what a badge says about itself.

export interface Raddec {
  transmitterId: string
  /** 3 = random 48-bit address. */
  transmitterIdType: 3
  rssiSignature: { receiverId: string; receiverIdType: 2; rssi: number; numberOfDecodings: number }[]
  /** Epoch milliseconds. */
  timestamp: number
}

export interface Dynamb {
  deviceId: string
  deviceIdType: 3
  /** Epoch milliseconds. */
  timestamp: number
  batteryPercentage: number
}
