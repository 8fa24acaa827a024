// How strongly a receiver is expected to hear a badge, as positioning believes it: path loss with distance and nothing else; walls are in
// the exponent, learnt or surveyed. Shared by the backend's grid and the placement planner, so that both mean the same floor.

/** Badges hang at chest height, metres. */
export const badgeHeightM = 1.2
/** Height of a receiver that nobody measured, metres. */
export const ceilingM = 2.5
/** Nearer than this a badge is no louder, metres. */
const nearestM = 0.5
/** Scatter of the mean at a place without a survey (positioning 2.5, mode A), and of one reading around the mean, as measured, dB. */
export const scatter = { textbookDb: 5, readingDb: 3.3 } as const

export type RadioPlace = { readonly xM: number; readonly yM: number; readonly zM: number }

/** Metres, never less than counts. */
export function radioDistance({ xM, yM, zM }: RadioPlace, atXM: number, atYM: number): number {
  const dx = atXM - xM
  const dy = atYM - yM
  const dz = zM - badgeHeightM
  return Math.max(nearestM, Math.sqrt(dx * dx + dy * dy + dz * dz))
}

/** dB below the strength at one metre. */
export function pathLossDb(exponent: number, distanceM: number): number {
  return 10 * exponent * Math.log10(distanceM)
}
