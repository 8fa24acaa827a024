// What a calibration is fitted to: known places with the mean strength each receiver heard from there. Metres in the floor frame.

export interface SurveyReceiver {
  receiverId: string
  xM: number
  yM: number
  zM: number
}

export interface SurveyPoint {
  xM: number
  yM: number
  /** Height of the transmitter: a badge's, or a receiver's own when receivers hear each other. */
  zM: number
  /** dBm, one entry per receiver. */
  heard: readonly { receiverId: string; rssi: number }[]
}

/** Closer than this the model of distance means nothing. */
const nearestM = 0.5

/** Ten times the logarithm of the distance: the factor of the path-loss exponent, dB. */
export function decibelDistance(point: SurveyPoint, { xM, yM, zM }: SurveyReceiver): number {
  const [dx, dy, dz] = [point.xM - xM, point.yM - yM, point.zM - zM]
  return decibelOfSquare(dx * dx + dy * dy + dz * dz)
}

/** Of a squared distance, which spares whoever asks for millions of them the root. */
export function decibelOfSquare(distanceM2: number): number {
  return 5 * Math.log10(Math.max(nearestM ** 2, distanceM2))
}

/** The scatter to reckon with when the cross-validated one is this: a survey is an average and stands in nobody's way. */
export function sigmaOf(residualSdDb: number): number {
  return Math.min(6, Math.max(3.5, residualSdDb))
}
