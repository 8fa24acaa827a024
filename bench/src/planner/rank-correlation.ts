// Spearman's rank correlation: whether two lists agree on what is better and what is worse, whatever their scales.

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)]
  const middle = (a.length - 1) / 2
  let [both, ofA, ofB] = [0, 0, 0]
  a.forEach((rank, index) => {
    const [x, y] = [rank - middle, b[index]! - middle]
    both += x * y
    ofA += x * x
    ofB += y * y
  })
  return both / Math.sqrt(ofA * ofB)
}

/** Equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!)
  const ranks = Array.from(values, () => 0)
  for (let from = 0; from < order.length;) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to++
    for (let at = from; at <= to; at++) ranks[order[at]!] = (from + to) / 2
    from = to + 1
  }
  return ranks
}
