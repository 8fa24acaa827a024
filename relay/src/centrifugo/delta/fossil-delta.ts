// Patches in the format of the Fossil version control system, which Centrifugo's clients apply: copy ranges of the old bytes,
// insert new ones, then a checksum of the whole. Blocks of the old bytes are found again by their content. Why our own:
// `docs/decisions/0013-protobuf-and-patches.md`.

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~'

/** Bytes; shorter repetitions are not worth a copy. */
const blockSize = 16

/** Equal blocks of the old bytes that are tried; more would make repetitive data slow. */
const candidatesPerBlock = 8

/** Null when the patch would not be smaller than the new bytes. */
export function fossilPatch(old: Buffer, next: Buffer): Buffer | null {
  let patch = `${base64(next.length)}\n`
  const insert = (from: number, to: number) => {
    if (to > from) patch += `${base64(to - from)}:${next.toString('latin1', from, to)}`
  }
  const blocks = indexBlocks(old)
  let done = 0
  let at = 0
  let key = blockKey(next, 0)
  while (at + blockSize <= next.length) {
    const match = longestMatch(old, next, at, done, blocks, key)
    if (!match) {
      key = nextKey(key, next, at++)
      continue
    }
    insert(done, match.nextStart)
    patch += `${base64(match.length)}@${base64(match.oldStart)},`
    done = match.nextStart + match.length
    at = done
    key = blockKey(next, at)
  }
  insert(done, next.length)
  patch += `${base64(checksum(next))};`
  return patch.length < next.length ? Buffer.from(patch, 'latin1') : null
}

/** Starts of blocks by their key, as chains: `first` by the key's last bits, `following` by block. -1 ends a chain. */
type Blocks = { first: Int32Array; following: Int32Array; mask: number }

function indexBlocks(old: Uint8Array): Blocks {
  const count = Math.floor(old.length / blockSize)
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const first = new Int32Array(mask + 1).fill(-1)
  const following = new Int32Array(count)
  // Backwards, so that a chain begins with the earliest.
  for (let block = count - 1; block >= 0; block--) {
    const slot = slotOf(blockKey(old, block * blockSize), mask)
    following[block] = first[slot] ?? -1
    first[slot] = block
  }
  return { first, following, mask }
}

const slotOf = (key: number, mask: number) => (key ^ (key >>> 15)) & mask

const factor = 31
/** Of the byte that leaves the block. */
const firstFactor = Array.from({ length: blockSize - 1 }).reduce<number>((power) => Math.imul(power, factor), 1)

/** From the key of the block at `start` to that of the one a byte further. */
function nextKey(key: number, bytes: Uint8Array, start: number): number {
  const rest = key - Math.imul(bytes[start] ?? 0, firstFactor)
  return (Math.imul(rest, factor) + (bytes[start + blockSize] ?? 0)) | 0
}

/** Blocks with equal content have equal keys. */
function blockKey(bytes: Uint8Array, start: number): number {
  let key = 0
  for (let at = start; at < start + blockSize; at++) key = (Math.imul(key, factor) + (bytes[at] ?? 0)) | 0
  return key
}

type Match = { oldStart: number; nextStart: number; length: number }

/** The match around `at` that covers most, without reaching back before `done`. */
function longestMatch(
  old: Uint8Array,
  next: Uint8Array,
  at: number,
  done: number,
  { first, following, mask }: Blocks,
  key: number,
): Match | null {
  let best: Match | null = null
  let tried = 0
  for (let block = first[slotOf(key, mask)] ?? -1; block >= 0; block = following[block] ?? -1) {
    if (++tried > candidatesPerBlock) break
    const start = block * blockSize
    let length = 0
    while (start + length < old.length && at + length < next.length && old[start + length] === next[at + length])
      length++
    if (length < blockSize) continue
    let back = 0
    while (back < start && at - back > done && old[start - back - 1] === next[at - back - 1]) back++
    if (!best || length + back > best.length)
      best = { oldStart: start - back, nextStart: at - back, length: length + back }
  }
  return best
}

/** The sum of all big-endian words of four bytes, the last one filled up with zeros. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) {
    const high = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    const low = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    sum = (sum + ((high << 16) | low)) | 0
  }
  return sum >>> 0
}

function base64(value: number): string {
  let text = ''
  let rest = value
  do {
    text = digits.charAt(rest % 64) + text
    rest = Math.floor(rest / 64)
  } while (rest > 0)
  return text
}
