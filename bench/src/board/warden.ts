// One warden with the board open: hears of changes, reads what is newer than what it has – one read at a time, not at once
// after the last, as the page does – and ticks people off. Every answer must be right. Called by board-bench.ts.
import { eventChannel } from '@rollcall/contracts/channels'
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { createPhone } from './phone.ts'

export type Read = { readonly board: Muster; readonly ms: number; readonly bodyBytes: number }
export type Warden = {
  readonly people: ReadonlyMap<string, MusterPerson>
  /** The whole board, and from then on what changes. `changed`: the people of every further read. `opened`: what another warden has just
   * read; this one's own is fetched as well, but not looked at, which would cost the machine more than to answer it. */
  follow(eventId: string, changed: (people: readonly MusterPerson[]) => void, opened?: Read): Promise<Read>
  /** The whole board, as a page without versions reads it. */
  readWhole(eventId: string, compressed: boolean): Promise<Read>
  post(path: string, body: object): Promise<unknown>
  wireBytes(): number
  reads(): number
  /** What went wrong while nobody waited for it. */
  failure(): Error | null
  stop(): void
}

const leastBetweenMs = 300
const boardPath = (eventId: string, since: number) => `/api/emergency/muster?eventId=${eventId}&since=${since}`

export function createWarden(port: number, token: string, name: string): Warden {
  const phone = createPhone(port, token, name)
  const people = new Map<string, MusterPerson>()
  let [version, newest, readAt, reads] = [0, 0, 0, 0]
  let [isReading, stopped] = [false, false]
  let failure: Error | null = null
  let timer: NodeJS.Timeout | undefined

  const read = async (eventId: string, since: number, compressed = true): Promise<Read> => {
    const startedAt = performance.now()
    const { data, bodyBytes } = await phone.ask('GET', boardPath(eventId, since), null, compressed)
    reads += 1
    return { board: data as Muster, ms: performance.now() - startedAt, bodyBytes }
  }
  const apply = ({ board: { people: changed, version: now, counts } }: Read) => {
    for (const person of changed) people.set(person.personId, person)
    version = now
    const accounted = [...people.values()].filter(({ status }) => status === 'accounted').length
    if (accounted !== counts.accounted || people.size !== counts.total)
      throw new Error(`${name} has ${accounted} people accounted for, the board says ${counts.accounted}`)
  }
  const catchUp = async (eventId: string, changed: (people: readonly MusterPerson[]) => void) => {
    if (isReading || stopped || newest <= version) return
    const waitMs = readAt + leastBetweenMs - performance.now()
    clearTimeout(timer)
    if (waitMs > 0) {
      timer = setTimeout(() => void catchUp(eventId, changed), waitMs)
      return
    }
    isReading = true
    readAt = performance.now()
    try {
      const news = await read(eventId, version)
      apply(news)
      changed(news.board.people)
    } catch (error) {
      if (!stopped) failure ??= error as Error
    }
    isReading = false
    void catchUp(eventId, changed)
  }
  return {
    people,
    async follow(eventId, changed, opened) {
      if (opened) await phone.read(boardPath(eventId, 0))
      const whole = opened ?? (await read(eventId, 0))
      apply(whole)
      await phone.subscribe(eventChannel(eventId), (told) => {
        newest = Math.max(newest, told)
        void catchUp(eventId, changed)
      })
      return whole
    },
    readWhole: (eventId, compressed) => read(eventId, 0, compressed),
    post: async (path, body) => (await phone.ask('POST', path, body, true)).data,
    wireBytes: phone.wireBytes,
    reads: () => reads,
    failure: () => failure,
    stop() {
      stopped = true
      clearTimeout(timer)
      phone.stop()
    },
  }
}
