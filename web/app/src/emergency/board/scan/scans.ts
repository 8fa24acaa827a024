// What a scanned code does: accounts for its person, or says why not. Keeps the last ones, so that a wrong one can be taken back.
// For ScanDialog.vue.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { MusterFeed } from '../muster-feed.ts'
import { findByCode } from './find-by-code.ts'

export type ScanOutcome =
  | { readonly type: 'accounted' | 'already' | 'needs_help'; readonly personId: string }
  | { readonly type: 'unknown' | 'several'; readonly code: string }
  | { readonly type: 'link' | 'unreadable' }

/** A hundred badges in a row are a long queue; more of them nobody looks through. */
const mostKept = 100

export function createScans(feed: Pick<MusterFeed, 'people' | 'personOf' | 'account'>) {
  const find = computed(() => findByCode(feed.people.value))
  const last = shallowRef<ScanOutcome | null>(null)
  /** Accounted for here by a scan, the latest first. */
  const scanned = shallowReactive<string[]>([])

  function scan(text: string): void {
    if (text.trim() === '') return
    const found = find.value(text)
    if (found.type !== 'person') last.value = found
    else settle(feed.personOf(found.personId)!)
  }

  function settle(person: MusterPerson): void {
    const { personId, status } = person
    // Being here does not make somebody well: a scan never says so by itself.
    if (status === 'needs_help') last.value = { type: 'needs_help', personId }
    else if (status === 'accounted') last.value = { type: 'already', personId }
    else account(person)
  }

  function account({ personId }: MusterPerson): void {
    void feed.account({ personId }, 'accounted', { method: 'scan' })
    remove(personId)
    scanned.unshift(personId)
    scanned.length = Math.min(scanned.length, mostKept)
    last.value = { type: 'accounted', personId }
  }

  function undo(personId: string): void {
    void feed.account({ personId }, 'unknown')
    remove(personId)
    if (last.value && 'personId' in last.value && last.value.personId === personId) last.value = null
  }

  function remove(personId: string): void {
    const index = scanned.indexOf(personId)
    if (index !== -1) scanned.splice(index, 1)
  }
  return { last, scanned, scan, account, undo, unreadable: () => void (last.value = { type: 'unreadable' }) }
}
