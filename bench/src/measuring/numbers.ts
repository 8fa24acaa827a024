// The few statistics of the reports. Used by the measurements and by the load processes.

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/** `sorted` ascending; nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of the ratios of pairs that were measured right after each other, which a noisy machine disturbs least. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
