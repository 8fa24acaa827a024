// Recognises enrolled phones behind their changing addresses (positioning 5). By pure chance one
// address in 16 million fits a key, so a match is a candidate until something confirms it. Asked by the identify step.
import { readAdvertisement } from '../advertisement/advertisement.ts'
import { addressKind } from '../ambient/address-kind.ts'
import type { Reading } from '../reading.ts'
import { createPhone, type OrderedTest, type Phone, type PhoneKey } from './phone.ts'

export interface PhoneResolver {
  /** The keys enrolled now; answers remembered for keys that stay are kept. */
  setKeys(keys: readonly PhoneKey[]): void
  /** Begins a batch, for which the work is bounded. */
  begin(): void
  resolve(reading: Reading): Resolution
  /** Whether the address is known to be an enrolled phone's; costs nothing. */
  isRecognised(address: string): boolean
  /** Phones recognised since the last call: at once when it is news, otherwise once a minute. */
  takeRecognised(): Recognised[]
}

/** `later`: too many new addresses at once; the next reading of this one is tried again. */
export type Resolution = { phone: string } | 'not_enrolled' | 'later'

export interface Recognised {
  transmitterId: string
  state: 'candidate' | 'confirmed'
  /** Epoch milliseconds. */
  at: number
  /** The key that fits, when it was enrolled with its octets in the other order. */
  turnedKey: Buffer | null
}

/** Who advertises this service beside a resolvable address that fits is one of ours for certain. */
export const enrolledServiceUuid = '6d3fb6a2c0d94a5e9d0c1b8a7f52e4b1'

/** Addresses remembered, and for how long; about 0.5 million hashes a second are possible, a batch comes every 150 ms. */
const limits = { answers: 50_000, answerMs: 20 * 60_000, hashesPerBatch: 10_000 } as const

const reportEveryMs = 60_000

interface Match {
  phone: Phone
  test: OrderedTest
}

interface Answer {
  match: Match | null
  at: number
  isConfirmed: boolean
}

export function createPhoneResolver(): PhoneResolver {
  let phones: Phone[] = []
  let answers = new Map<string, Answer>()
  let hashes = 0
  const recognised = new Map<string, Recognised>()
  const reported = new Map<string, { isConfirmed: boolean; at: number }>()

  const search = (address: string): Match | null => {
    for (const phone of phones) {
      hashes += phone.tests.length
      const test = phone.tests.find(({ fits }) => fits(address))
      if (test) return { phone, test }
    }
    return null
  }
  const answerFor = (address: string, at: number): Answer | null => {
    const known = answers.get(address)
    if (known && at - known.at < limits.answerMs) return known
    if (hashes > 0 && hashes + phones.length > limits.hashesPerBatch) return null
    answers.delete(address)
    if (answers.size >= limits.answers) answers.delete(answers.keys().next().value!)
    const answer = { match: search(address), at, isConfirmed: false }
    answers.set(address, answer)
    return answer
  }
  const note = (transmitterId: string, isConfirmed: boolean, at: number, turnedKey: Buffer | null) => {
    const before = reported.get(transmitterId)
    const isDue = !before || isConfirmed > before.isConfirmed || at - before.at >= reportEveryMs || turnedKey !== null
    if (!isDue) return
    reported.set(transmitterId, { isConfirmed: isConfirmed || before?.isConfirmed === true, at })
    const state = isConfirmed || before?.isConfirmed ? 'confirmed' : 'candidate'
    const key = turnedKey ?? recognised.get(transmitterId)?.turnedKey ?? null
    recognised.set(transmitterId, { transmitterId, state, at, turnedKey: key })
  }

  return {
    setKeys(keys) {
      const before = new Map(phones.map((phone) => [phone.id, phone]))
      if (keys.length === phones.length && keys.every(({ id }) => before.has(id))) return
      phones = keys.map((key) => before.get(key.id) ?? createPhone(key))
      // A stranger of yesterday may be enrolled today.
      const kept = new Set(phones)
      reported.clear()
      answers = new Map([...answers].filter(([, { match }]) => match && kept.has(match.phone)))
    },
    begin() {
      hashes = 0
    },
    resolve(reading) {
      const { transmitterId: address, at, claim = 'unknown' } = reading
      if (phones.length === 0 || addressKind(address, claim) !== 'resolvable') return 'not_enrolled'
      const answer = answerFor(address, at)
      if (!answer) return 'later'
      if (!answer.match) return 'not_enrolled'
      const { phone, test } = answer.match
      // Asked every time: an address speaks for the next one from when it was last heard.
      const isConfirmed = phone.confirms(address, test, at)
      answer.isConfirmed ||= isConfirmed || carriesOurService(reading)
      if (!answer.isConfirmed) {
        note(phone.transmitterId, false, at, null)
        return 'not_enrolled'
      }
      // Heard again: remembered for as long anew.
      answer.at = at
      note(phone.transmitterId, true, at, phone.prove(test))
      return { phone: phone.transmitterId }
    },
    isRecognised: (address) => answers.get(address)?.isConfirmed === true,
    takeRecognised() {
      const taken = [...recognised.values()]
      recognised.clear()
      return taken
    },
  }
}

function carriesOurService({ frames }: Reading): boolean {
  return frames?.hex.some((hex) => readAdvertisement(hex, frames.form)?.uuids.includes(enrolledServiceUuid)) ?? false
}
