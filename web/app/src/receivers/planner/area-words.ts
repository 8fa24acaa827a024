// What the planner says of areas: how far off positions will be there, and what gets worse when a receiver is down.
import type { Zone } from '@rollcall/contracts/domains/zones'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'
import type { AreaAccuracy } from './planner-work.ts'
import { t } from './texts.ts'

export type NamedArea = AreaAccuracy & { readonly name: string }
export type WorseArea = { readonly id: string; readonly name: string; readonly sentence: string }

/** Beyond this, or heard by fewer, an area is blind: nobody is found there within a room. */
const blind = { fromM: 8, receivers: 2.5 } as const
/** Less than so much worse is not worth naming: times, and metres. */
const worse = { times: 1.15, byM: 0.5 } as const

/** The worst first. */
export function namedAreas(areas: readonly AreaAccuracy[], zones: readonly Pick<Zone, 'id' | 'name'>[]): NamedArea[] {
  const names = new Map(zones.map(({ id, name }) => [id, name]))
  return areas
    .map((area) => ({ ...area, name: names.get(area.id) ?? '' }))
    .sort((a, b) => orderOf(b) - orderOf(a) || a.name.localeCompare(b.name))
}

export function isBlind({ errorM, heard }: AreaAccuracy): boolean {
  return errorM === null || errorM > blind.fromM || heard < blind.receivers
}

/** "9.1 m, heard by 1 receiver". */
export function areaSentence({ errorM, heard }: AreaAccuracy, units: Units): string {
  if (errorM === null) return t('notHeard')
  return t('lengthHeardBy', { length: lengthText(errorM, units), count: Math.max(1, Math.round(heard)) })
}

/** What a failure costs, the dearest first. */
export function worseAreas(usual: readonly NamedArea[], without: readonly AreaAccuracy[], units: Units): WorseArea[] {
  const after = new Map(without.map((area) => [area.id, area]))
  return usual
    .flatMap((before) => {
      const later = after.get(before.id)
      if (!later || before.errorM === null) return []
      const isWorse =
        later.errorM === null ||
        (later.errorM > before.errorM * worse.times && later.errorM > before.errorM + worse.byM) ||
        (isBlind(later) && !isBlind(before))
      return isWorse ? [{ before, later, loss: orderOf(later) - orderOf(before) }] : []
    })
    .sort((a, b) => b.loss - a.loss)
    .map(({ before, later }) => {
      const now = lengthText(before.errorM ?? 0, units)
      return {
        id: before.id,
        name: before.name,
        sentence: t('areaSentenceInsteadOfNow', { areaSentence: areaSentence(later, units), now }),
      }
    })
}

const orderOf = ({ errorM }: AreaAccuracy) => errorM ?? Number.MAX_SAFE_INTEGER
