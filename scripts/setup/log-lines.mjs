// The form of log lines (tokens/src/log-format.ts) for what is written here: the supervisor's own, and whatever a process says that is no
// such line, such as the last words of a runtime. Used by the supervisor.

/** @param {string} process @param {'info' | 'warn' | 'error'} level @param {string} msg */
export const logLine = (process, level, msg) =>
  `${JSON.stringify({ level, time: new Date().toISOString(), process, msg })}\n`

/** Without a line break for so long, it is written as it is. */
const longest = 64 * 1024

/**
 * Takes the output of a process as it comes, cut anywhere, and hands on whole lines of the one form.
 * @param {string} process @param {'info' | 'error'} level of what has none @param {(lines: string) => void} write
 */
export function createLines(process, level, write) {
  let rest = ''
  /** @param {string} line */
  const formed = (line) => {
    if (line.trim() === '') return ''
    return line.startsWith('{"') && line.endsWith('}') ? `${line}\n` : logLine(process, level, line)
  }
  return {
    /** @param {string} text */
    take(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longest) {
        lines.push(rest)
        rest = ''
      }
      const whole = lines.map(formed).join('')
      if (whole) write(whole)
    },
    end() {
      if (rest.trim()) write(formed(rest))
      rest = ''
    },
  }
}
