// Patches in the format of the Fossil version control system, which Centrifugo's clients apply: copy ranges of the old bytes,
// insert new ones, then a checksum of the whole. Blocks of the old bytes are found again by their content.

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~'

/** Bytes; shorter repetitions are not worth a copy. */
const blockSize = 16

/** Equal blocks of the old bytes that are tried; more would make repetitive data slow. */
const candidatesPerBlock = 8

/** Null when the patch would not be smaller than the new bytes. */
export function fossilPatch(old: Uint8Array, next: Uint8Array): Uint8Array | null {
  const chunks: Uint8Array[] = [ascii(`${base64(next.length)}\n`)]
  const blocks = indexBlocks(old)
  let done = 0
  let at = 0
  while (at + blockSize <= next.length) {
    const match = longestMatch(old, next, at, done, blocks)
    if (!match) {
      at++
      continue
    }
    insert(chunks, next.subarray(done, match.nextStart))
    chunks.push(ascii(`${base64(match.length)}@${base64(match.oldStart)},`))
    done = match.nextStart + match.length
    at = done
  }
  insert(chunks, next.subarray(done))
  chunks.push(ascii(`${base64(checksum(next))};`))
  const patch = Buffer.concat(chunks)
  return patch.length < next.length ? patch : null
}

function insert(chunks: Uint8Array[], bytes: Uint8Array): void {
  if (bytes.length > 0) chunks.push(ascii(`${base64(bytes.length)}:`), bytes)
}

function indexBlocks(old: Uint8Array): Map<number, number[]> {
  const blocks = new Map<number, number[]>()
  for (let start = 0; start + blockSize <= old.length; start += blockSize) {
    const key = blockKey(old, start)
    const starts = blocks.get(key)
    if (!starts) blocks.set(key, [start])
    else if (starts.length < candidatesPerBlock) starts.push(start)
  }
  return blocks
}

/** Blocks with equal content have equal keys. */
function blockKey(bytes: Uint8Array, start: number): number {
  let key = 0
  for (let at = start; at < start + blockSize; at++) key = (Math.imul(key, 31) + (bytes[at] ?? 0)) | 0
  return key
}

type Match = { oldStart: number; nextStart: number; length: number }

/** The match around `at` that covers most, without reaching back before `done`. */
function longestMatch(
  old: Uint8Array,
  next: Uint8Array,
  at: number,
  done: number,
  blocks: Map<number, number[]>,
): Match | null {
  let best: Match | null = null
  for (const start of blocks.get(blockKey(next, at)) ?? []) {
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
  for (let at = 0; at < bytes.length; at++) sum = (sum + ((bytes[at] ?? 0) << (8 * (3 - (at % 4))))) >>> 0
  return sum
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

const ascii = (text: string) => Buffer.from(text, 'latin1')
