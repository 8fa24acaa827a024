// The people on the roster of an emergency as pages show them: status, evidence, and why somebody is not seen (rules 9).
// A decided person shows the evidence of that decision; an unknown one what is known now, and after the end what was known then.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import type { WrittenReply } from '../../http/written-reply.ts'
import { cacheAnswer } from '../../cached-answer.ts'
import { createBoards } from './boards.ts'
import { findFacts, type EmergencyFacts } from './emergency-queries.ts'
import { keepOutcomes, type ReceiversHearing } from './muster-queries.ts'
import { personText } from './person-text.ts'
import { createRecentLooks } from './recent-looks.ts'
import { createRosterMemory, entryOf } from './roster-memory.ts'
import { readRoster } from './roster-queries.ts'
import { createWhereabouts, type Shown } from './whereabouts.ts'

export function shownTo({ may }: Pick<Context, 'may'>): Shown {
  return { phone: may(guardedPersonFields.phone), specialNeeds: may(guardedPersonFields.specialNeeds) }
}

type Event = Pick<Emergency, 'id' | 'state' | 'scope'>

export type Rosters = {
  /** The board: the emergency with everybody by name. Whoever may see the same at the same moment shares one reply. */
  board(emergency: Promise<EmergencyFacts>, shown: Shown): Promise<WrittenReply>
  /** Somebody will look at this board in a moment: makes it meanwhile. */
  expectLook(emergency: EmergencyFacts, shown: Shown): void
  /** The same as objects. */
  people(emergency: Emergency, shown: Shown): Promise<Pick<Muster, 'counts' | 'people'>>
  /** One person, as the transaction sees it. */
  person(tx: Database, emergency: Event, personId: string, shown: Shown): Promise<MusterPerson | undefined>
  /** At the end: keeps what is known of those who were never decided, so that a report read later tells of that moment. */
  keepOutcomes(tx: Database, emergency: Event): Promise<void>
  /** Somebody may carry another badge, or have another phone number, than a moment ago. */
  forget(): void
  stop(): Promise<void>
}

type Needs = { readonly db: Database; readonly receiversHearing: ReceiversHearing; readonly cacheMs: number }

export function createRosters({ db, receiversHearing, cacheMs }: Needs): Rosters {
  const memory = createRosterMemory()
  const readWhereabouts = createWhereabouts(receiversHearing)
  const whereabouts = cacheAnswer(cacheMs, () => readWhereabouts(db))
  const boards = createBoards()
  const makeBoard = async (emergency: Promise<EmergencyFacts>, shown: Shown) => {
    // Where people are is read meanwhile: it is the same for every emergency.
    const [event, roster, now] = await Promise.all([
      emergency,
      emergency.then(({ id }) => memory.read(db, id)),
      whereabouts.read(),
    ])
    return { event, reply: await boards.of(event, roster, now, shown) }
  }
  const looks = createRecentLooks<Look>({
    // Before what is kept becomes too old, with time to spare for reading it.
    everyMs: cacheMs * 0.6,
    forMs: cacheMs * 2,
    async prepare(recent) {
      await whereabouts.renew(cacheMs * 0.5)
      for (const { emergencyId, shown } of recent) {
        const event = await findFacts(db, emergencyId)
        if (event?.state === 'active') await makeBoard(Promise.resolve(event), shown)
      }
    },
  })
  const noteLook = ({ id, state }: Event, shown: Shown) => {
    const isWorth = cacheMs > 0 && state === 'active'
    if (isWorth) looks.note(`${id} ${shown.phone} ${shown.specialNeeds}`, { emergencyId: id, shown })
  }
  return {
    forget: whereabouts.forget,
    stop: looks.stop,
    async board(emergency, shown) {
      const { event, reply } = await makeBoard(emergency, shown)
      noteLook(event, shown)
      return reply
    },
    expectLook(emergency, shown) {
      // Should it fail, the look will tell.
      if (cacheMs > 0) makeBoard(Promise.resolve(emergency), shown).catch(() => undefined)
    },
    async people(event, shown) {
      const [{ people, counts }, now] = await Promise.all([memory.read(db, event.id), whereabouts.read()])
      const list = people.map((entry) => personText(entry, event, now, shown))
      return { counts, people: JSON.parse(`[${list.join(',')}]`) as MusterPerson[] }
    },
    async person(tx, emergency, personId, shown) {
      const [row] = await readRoster(tx, emergency.id, { personId })
      if (!row) return undefined
      const now = await readWhereabouts(tx, personId)
      return JSON.parse(personText(entryOf(row), emergency, now, shown)) as MusterPerson
    },
    async keepOutcomes(tx, emergency) {
      const rows = await readRoster(tx, emergency.id, {})
      const now = await readWhereabouts(tx)
      const undecided = rows.filter(({ status }) => status === 'unknown')
      const outcomes = undecided.map(({ personId, evidence }) => ({
        personId,
        ...now.outcomeOf(personId, evidence, emergency.scope.buildingIds),
      }))
      await keepOutcomes(tx, emergency.id, outcomes)
    },
  }
}

type Look = { readonly emergencyId: string; readonly shown: Shown }
