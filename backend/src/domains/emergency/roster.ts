// The people on the roster of an emergency as pages show them: status, evidence, and why somebody is not seen (decisions 9).
// A decided person shows the evidence of that decision; an unknown one what is known now, and after the end what was known then.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { keepAnswer } from '../../kept-answer.ts'
import { absenceIn } from './absence.ts'
import { keepOutcomes, type HeardBy } from './muster-queries.ts'
import { createRosterMemory, entryOf, type RosterEntry } from './roster-memory.ts'
import { readRoster } from './roster-queries.ts'
import { readWhereabouts, type Whereabouts } from './whereabouts.ts'

/** Which of the guarded fields the caller may see (decisions 11). */
type Shown = { readonly phone: boolean; readonly specialNeeds: boolean }

export function shownTo({ may }: Pick<Context, 'may'>): Shown {
  return { phone: may(guardedPersonFields.phone), specialNeeds: may(guardedPersonFields.specialNeeds) }
}

type Event = Pick<Emergency, 'id' | 'state' | 'scope'>

export type Rosters = {
  /** Everybody by name, as a JSON list. */
  listed(emergency: Event, shown: Shown): Promise<string>
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
  return {
    forget: whereabouts.forget,
    async listed(emergency, shown) {
      const [entries, now] = await Promise.all([memory.read(db, emergency.id), whereabouts.read()])
      return `[${entries.map((entry) => personText(entry, emergency, now, shown)).join(',')}]`
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
      const outcomes = rows.flatMap(({ personId, status, evidence: atTrigger }) => {
        if (status !== 'unknown') return []
        const evidence = now.evidenceOf(personId) ?? atTrigger
        return [{ personId, evidence, absence: absenceIn(evidence, now.around, emergency.scope.buildingIds, now.at) }]
      })
      await keepOutcomes(tx, emergency.id, outcomes)
    },
  }
}

/** Text instead of objects: of thousands of people the most is written once and only put together here. */
function personText({ row, text, evidenceText }: RosterEntry, event: Event, now: Whereabouts, shown: Shown): string {
  const isOpen = row.status === 'unknown' && event.state === 'active'
  const evidence = (isOpen && now.evidenceOf(row.personId)) || row.evidence
  const absence = isOpen ? absenceIn(evidence, now.around, event.scope.buildingIds, Date.now()) : row.absence
  const { photoUrl, phone, specialNeeds } = now.detailTextsOf(row.personId)
  return (
    `${text},"photoUrl":${photoUrl}` +
    (shown.phone ? `,"phone":${phone}` : '') +
    (shown.specialNeeds ? `,"specialNeeds":${specialNeeds}` : '') +
    `,"absence":${absence === null ? 'null' : `"${absence}"`},"evidence":${
      evidence === row.evidence ? evidenceText : now.evidenceTextOf(row.personId)
    }}`
  )
}
