// The boards of emergencies as replies: written anew only when the emergency, a decision or a position differs, and shared by whoever
// may see the same. Used by roster.ts.
import { WrittenReply } from '../../http/written-reply.ts'
import type { EmergencyFacts } from './emergency-queries.ts'
import { personText } from './person-text.ts'
import type { Roster } from './roster-memory.ts'
import type { Shown, Whereabouts } from './whereabouts.ts'

type Board = {
  readonly eventText: string
  readonly roster: Roster
  readonly now: Whereabouts
  readonly reply: Promise<WrittenReply>
}
export type Boards = {
  of(event: EmergencyFacts, roster: Roster, now: Whereabouts, shown: Shown): Promise<WrittenReply>
}

/** Megabytes each. Two emergencies at once, looked at by all four kinds of readers. */
const mostBoards = 8

/** The last board of each emergency and kind of reader. */
export function createBoards(): Boards {
  const kept = new Map<string, Board>()
  return {
    of(event, roster, now, shown) {
      // Counted from the people beside it: the two never disagree in one answer.
      const eventText = JSON.stringify({ ...event, counts: roster.counts })
      const key = `${event.id} ${shown.phone} ${shown.specialNeeds}`
      const last = kept.get(key)
      if (last?.eventText === eventText && last.roster === roster && last.now === now) return last.reply
      const reply = WrittenReply.of(boardText(eventText, roster, event, now, shown))
      kept.delete(key)
      kept.set(key, { eventText, roster, now, reply })
      for (const old of [...kept.keys()].slice(0, -mostBoards)) kept.delete(old)
      return reply
    },
  }
}

function* boardText(
  eventText: string,
  { people, counts }: Roster,
  event: EmergencyFacts,
  now: Whereabouts,
  shown: Shown,
) {
  yield `{"event":${eventText},"counts":${JSON.stringify(counts)},"people":[`
  let comma = ''
  for (const entry of people) {
    yield comma + personText(entry, event, now, shown)
    comma = ','
  }
  yield ']}'
}
