// The constants that were chosen by comparing buildings; all others come from physics, a survey or the specification
// (docs/decisions/0009-positioning-constants.md). Nothing changes them but `npm run bench -- positioning --only constants`, which
// chooses each once more with every building left out.
export const tuned = {
  /** With a survey half of the badges are within so many dB of the surveyed one, and so many seconds of readings speak about it. */
  strengthScaleDb: 2,
  strengthMemoryS: 40,
  /** Without a survey: what another strength needs before it is believed at all, nats. */
  unknownNats: 13,
  /** How the radius follows from differences that last. */
  radiusFactor: 0.94,
  radiusPower: 0.6,
  /** The largest spread that a stored radius is believed for when the past is smoothed, metres. */
  pastSpreadM: 2,
}
