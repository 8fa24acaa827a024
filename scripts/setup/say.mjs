// What the commands print: one line per step, with the time it took; a step without a terminal still shows that it lives.
// Failure is one sentence, exit code 1. Used by every command in scripts/.

/** A mistake the user can act on: printed as its sentence alone, without a stack. */
export class Refusal extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/**
 * Runs one step and says how long it took; every 10 s of silence it says that it goes on.
 * @template T @param {string} label @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(label, work) {
  const seconds = stopwatch()
  say(`• ${label} …`)
  const pulse = setInterval(() => say(`  … still at it (${seconds()})`), 10_000)
  try {
    const result = await work()
    say(`  done in ${seconds()}`)
    return result
  } finally {
    clearInterval(pulse)
  }
}

/** What it returns says how long ago it was called. */
export function stopwatch() {
  const began = Date.now()
  return () => `${((Date.now() - began) / 1000).toFixed(1)} s`
}

/** Runs a command's main function; a Refusal ends it with one sentence. @param {() => Promise<void>} main */
export async function command(main) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : sentenceOf(error)}\n`)
    process.exitCode = 1
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the disk'
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again; nothing that was saved is lost.'
  if (code === 'EACCES' || code === 'EPERM')
    return `No permission to write to ${path}. Choose another folder with DATA_DIR, or change its owner.`
  if (code === 'EROFS') return `${path} cannot be written to: the file system is read-only.`
  return error.stack ?? error.message
}
