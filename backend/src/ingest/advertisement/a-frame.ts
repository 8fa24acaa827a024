// Builders for tests of advertisements: frames of every kind and shape, from a seed, half of them broken in some way.

/** Hex of one AD structure. */
export const adStructure = (type: number, value: string) => hex([value.length / 2 + 1, type]) + value

/** Hex of a whole packet that says who sends it, by what kind of address. */
export function aFrame(address: string, structures: readonly string[], { type = 0, isRandom = true } = {}): string {
  const payload = structures.join('')
  const header = hex([type | (isRandom ? 0x40 : 0), 6 + payload.length / 2])
  return header + address.match(/../g)!.reverse().join('') + payload
}

/** An endless supply of frames, well formed and not. */
export function createFrames(seed: number): () => string {
  const random = createRandom(seed)
  return () => {
    const frame = random.chance(0.1) ? noise(random, random.index(45)) : likelyFrame(random)
    return random.chance(0.3) ? broken(frame, random) : frame
  }
}

/** What advertisements really contain, and the types that nobody knows. */
const usualTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0a, 0x0d, 0x12, 0x16, 0x16, 0x19, 0x20, 0x21, 0x24, 0x2a, 0xff, 0xff]
/** The first octets of what companies and services send, so that rules are reached. */
const openings = ['4c0002', '4c0010', '4c0012', '060001', '7500', 'aafe', '2cfe', 'e1ff', '6ffd', '9904', '390605']

function likelyFrame(random: Random): string {
  const structures = Array.from({ length: random.index(6) }, () => {
    const opening = random.chance(0.3) ? random.pick(openings) : ''
    return adStructure(random.pick(usualTypes), opening + noise(random, 1 + random.index(24)))
  })
  return aFrame(noise(random, 6), structures, { type: random.index(16), isRandom: random.chance(0.7) })
}

function broken(frame: string, random: Random): string {
  const at = random.index(frame.length + 1)
  switch (random.index(6)) {
    case 0:
      return frame.slice(0, at)
    case 1:
      return frame + noise(random, random.index(8))
    case 2:
      return frame.slice(0, at) + hex([random.index(256)]) + frame.slice(at + 2)
    case 3:
      return frame + '00'.repeat(random.index(10))
    case 4:
      return frame.slice(0, at) + random.pick(['zz', ' ', '\u0000', '€', 'F', '-', '💥']) + frame.slice(at)
    default:
      return frame.toUpperCase()
  }
}

interface Random {
  /** Integer in [0, count). */
  index(count: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** The same seed gives the same frames. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low bits of such a generator repeat soon.
    return (state >>> 8) / 2 ** 24
  }
  const index = (count: number) => Math.floor(next() * count)
  return { index, chance: (probability) => next() < probability, pick: (list) => list[index(list.length)]! }
}

const noise = (random: Random, length: number) => hex(Array.from({ length }, () => random.index(256)))
const hex = (octets: readonly number[]) => Buffer.from(octets).toString('hex')
