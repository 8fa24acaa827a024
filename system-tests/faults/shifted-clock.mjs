// Loaded before the backend and the web server (`--import`): their `Date` goes wrong by as many milliseconds as the file CLOCK_SHIFTS says
// for them. It is the clock of their own code and not the machine's: PostgreSQL, the relay and what never goes back are right.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_SHIFTS']
const [, name] = /(backend|web)\/(?:server\/)?dist\//.exec(process.argv[1] ?? '') ?? []

if (file && name) shiftDate(file, name)

/** @param {string} shifts @param {string} whose */
function shiftDate(shifts, whose) {
  let byMs = 0
  const read = () => {
    byMs = JSON.parse(readFileSync(shifts, 'utf8'))[whose] ?? 0
  }
  read()
  setInterval(read, 200).unref()
  const RightDate = Date
  globalThis.Date = class extends RightDate {
    /** @param {ConstructorParameters<typeof Date> | []} given */
    constructor(...given) {
      if (given.length === 0) super(RightDate.now() + byMs)
      else super(...given)
    }
    static now() {
      return RightDate.now() + byMs
    }
    /** @param {unknown} value */
    static [Symbol.hasInstance](value) {
      return value instanceof RightDate
    }
  }
}
