// Seeded randomness: the same seed gives the same building, people, walks and radio at every run.
// Math.random is used nowhere in this room; every part draws from its own fork, so that one part's change leaves the others alone.

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  between(low: number, high: number): number
  /** Integer in [0, count). */
  index(count: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Standard normal. */
  gaussian(): number
  /** An independent stream named by a label. */
  fork(label: string): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    return mix(state) / 4294967296
  }
  const index = (count: number) => Math.floor(next() * count)
  return {
    next,
    index,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('Cannot pick from an empty list.')
      return list[index(list.length)]!
    },
    shuffled: (list) => {
      const copy = [...list]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = index(i + 1)
        ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
      }
      return copy
    },
    gaussian: () => normal(next(), next()),
    fork: (label) => createRandom(hashText(label, seed)),
  }
}

/** A standard normal value that depends on its keys only: fading that stays the same when a tag returns to a spot. */
export function gaussianAt(a: number, b: number, c: number, d: number): number {
  let h = mix((a | 0) ^ 0x9e3779b9)
  h = mix(h ^ (b | 0))
  h = mix(h ^ (c | 0))
  h = mix(h ^ (d | 0))
  return normal(h / 4294967296, mix(h ^ 0x85ebca6b) / 4294967296)
}

export function hashText(text: string, seed = 0): number {
  let h = (2166136261 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0
  return mix(h)
}

function mix(value: number): number {
  let h = value >>> 0
  h = Math.imul(h ^ (h >>> 15), h | 1)
  h ^= h + Math.imul(h ^ (h >>> 7), h | 61)
  return (h ^ (h >>> 14)) >>> 0
}

function normal(u: number, v: number): number {
  return Math.sqrt(-2 * Math.log(u + 1e-12)) * Math.cos(2 * Math.PI * v)
}
