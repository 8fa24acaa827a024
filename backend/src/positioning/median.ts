// The median, for the two checks that name bad receivers: neighbour-check.ts and receiver-check/assess-floor.ts.

/** 0 of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
