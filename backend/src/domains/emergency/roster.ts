// The people on the roster of an emergency as pages show them: status, evidence, and why somebody is not seen (decisions 9).
// A decided person shows the evidence of that decision; an unknown one what is known now, and after the end what was known then.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { WrittenReply } from '../../http/written-reply.ts'
import { keepAnswer } from '../../kept-answer.ts'
import { keepOutcomes, type HeardBy } from './muster-queries.ts'
import { createRosterMemory, entryOf, type Roster, type RosterEntry } from './roster-memory.ts'
import { readRoster } from './roster-queries.ts'
import type { Shown } from './whereabouts-queries.ts'
import { readWhereabouts, type Whereabouts } from './whereabouts.ts'

export function shownTo({ may }: Pick<Context, 'may'>): Shown {
  return { phone: may(guardedPersonFields.phone), specialNeeds: may(guardedPersonFields.specialNeeds) }
}

type Event = Pick<Emergency, 'id' | 'state' | 'scope'>

export type Rosters = {
  /** The board: the emergency with everybody by name. Whoever may see the same at the same moment shares one reply. */
  board(emergency: Promise<Emergency>, shown: Shown): Promise<WrittenReply>
  /** The same as objects. */
  people(emergency: Emergency, shown: Shown): Promise<Pick<Muster, 'counts' | 'people'>>
  /** One person, as the transaction sees it. */
  person(tx: Database, emergency: Event, personId: string, shown: Shown): Promise<MusterPerson | undefined>
  /** At the end: keeps what is known of those who were never decided, so that a report read later tells of that moment. */
  keepOutcomes(tx: Database, emergency: Event): Promise<void>
  /** Somebody may carry another badge, or have another phone number, than a moment ago. */
  forget(): void
}

type Needs = { readonly db: Database; readonly heardBy: HeardBy; readonly keptMs: number }

export function createRosters({ db, heardBy, keptMs }: Needs): Rosters {
  const memory = createRosterMemory()
  const whereabouts = keepAnswer(keptMs, () => readWhereabouts(db, heardBy))
  const boards = createBoards()
  return {
    forget: whereabouts.forget,
    async board(emergency, shown) {
      // Where people are is read meanwhile: it is the same for every emergency.
      const [event, roster, now] = await Promise.all([
        emergency,
        emergency.then(({ id }) => memory.read(db, id)),
        whereabouts.read(),
      ])
      return boards.of(event, roster, now, shown)
    },
    async people(event, shown) {
      const [{ people, counts }, now] = await Promise.all([memory.read(db, event.id), whereabouts.read()])
      return { counts, people: JSON.parse(listText(people, event, now, shown)) as MusterPerson[] }
    },
    async person(tx, emergency, personId, shown) {
      const [row] = await readRoster(tx, emergency.id, { personId })
      if (!row) return undefined
      const now = await readWhereabouts(tx, heardBy, personId)
      return JSON.parse(personText(entryOf(row), emergency, now, shown)) as MusterPerson
    },
    async keepOutcomes(tx, emergency) {
      const rows = await readRoster(tx, emergency.id, {})
      const now = await readWhereabouts(tx, heardBy)
      const undecided = rows.filter(({ status }) => status === 'unknown')
      const outcomes = undecided.map(({ personId, evidence }) => ({
        personId,
        ...now.outcomeOf(personId, evidence, emergency.scope.buildingIds),
      }))
      await keepOutcomes(tx, emergency.id, outcomes)
    },
  }
}

type Board = {
  readonly eventText: string
  readonly roster: Roster
  readonly now: Whereabouts
  readonly reply: WrittenReply
}

/** The last board of each emergency and kind of reader: written anew only when the emergency, a decision or a position differs. */
function createBoards() {
  const kept = new Map<string, Board>()
  return {
    of(event: Emergency, roster: Roster, now: Whereabouts, shown: Shown): WrittenReply {
      // Counted from the people beside it: the two never disagree in one answer.
      const { counts } = roster
      const eventText = JSON.stringify({ ...event, counts })
      const key = `${event.id} ${shown.phone} ${shown.specialNeeds}`
      const last = kept.get(key)
      if (last?.eventText === eventText && last.roster === roster && last.now === now) return last.reply
      const people = listText(roster.people, event, now, shown)
      const reply = new WrittenReply(`{"event":${eventText},"counts":${JSON.stringify(counts)},"people":${people}}`)
      kept.delete(key)
      kept.set(key, { eventText, roster, now, reply })
      for (const old of [...kept.keys()].slice(0, -mostBoards)) kept.delete(old)
      return reply
    },
  }
}

/** Megabytes each. Two emergencies at once, looked at by all four kinds of readers. */
const mostBoards = 8

function listText(people: readonly RosterEntry[], event: Event, now: Whereabouts, shown: Shown): string {
  return `[${people.map((entry) => personText(entry, event, now, shown)).join(',')}]`
}

/** Text instead of objects: of thousands of people the most is written once and only put together here. */
function personText({ row, text }: RosterEntry, event: Event, now: Whereabouts, shown: Shown): string {
  const isOpen = row.status === 'unknown' && event.state === 'active'
  const { absence, evidence } = isOpen ? now.outcomeOf(row.personId, row.evidence, event.scope.buildingIds) : row
  const details = now.detailsOf(row.personId, shown)
  return `${text},${details},"absence":${absence === null ? 'null' : `"${absence}"`},"evidence":${evidence ?? 'null'}}`
}
