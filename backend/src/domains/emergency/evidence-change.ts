// Which news of people who are still unknown is worth a line in everybody's board (rules 9). A board of thousands is read by dozens of
// wardens over radio: what matters most goes first, and only so much of it at a time. Pure; used by renew-evidence.ts.
import type { Renewed } from './evidence.ts'

/** Less than that is standing still, as far as a badge can tell. */
const movedM = 5
/** "Seen half a minute ago" becomes "seen just now". */
const newerMs = 30_000

/** 0: nothing a person would care about. */
export function importanceOf({ absence, evidence, standing }: Renewed): 0 | 1 | 2 | 3 {
  if (absence !== standing.absence) return 3
  if (evidence === null || standing.evidence === null) return evidence === standing.evidence ? 0 : 3
  const [now, before] = [evidence, standing.evidence]
  const moved = now.sighting.floorId !== before.sighting.floorId || now.sighting.zoneId !== before.sighting.zoneId
  if (moved || now.nearZoneName !== before.nearZoneName) return 2
  return isFurther(now.position, before.position) || ageOf(now) - ageOf(before) >= newerMs ? 1 : 0
}

/** The most important first, of those the ones whose news is oldest. */
export function mostImportant(people: readonly Renewed[], most: number): Renewed[] {
  const ranked = people.map((person) => ({
    person,
    importance: importanceOf(person),
    age: ageOf(person.standing.evidence),
  }))
  return ranked
    .filter(({ importance }) => importance > 0)
    .toSorted((a, b) => b.importance - a.importance || a.age - b.age)
    .slice(0, most)
    .map(({ person }) => person)
}

type Evidence = Renewed['evidence']
type Position = NonNullable<Evidence>['position']

function isFurther(a: Position, b: Position): boolean {
  if (a === null || b === null) return a !== b
  return Math.hypot(a.xM - b.xM, a.yM - b.yM) >= movedM
}

function ageOf(evidence: Evidence): number {
  return evidence === null ? 0 : Date.parse(evidence.sighting.at)
}
