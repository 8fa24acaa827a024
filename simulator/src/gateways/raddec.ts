// What gateways send (positioning 3), the part of it that Rollcall needs: raddecs tell who was heard where,
// dynambs what a badge says about itself.

export interface Raddec {
  transmitterId: string
  /** 2 = assigned 48-bit address, 3 = random 48-bit address. */
  transmitterIdType: 2 | 3
  rssiSignature: { receiverId: string; receiverIdType: 2; rssi: number; numberOfDecodings: number }[]
  /** The advertisement itself in hex, where it says more than the address. */
  packets?: string[]
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
