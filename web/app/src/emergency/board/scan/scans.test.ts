import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { aMissingPerson } from '../a-muster-person.ts'
import { createScans } from './scans.ts'

/** A board that settles at once, and the calls it got. */
function board(...people: MusterPerson[]) {
  const calls: [string, string, string | undefined][] = []
  const shown = shallowRef<readonly MusterPerson[]>(people)
  const feed = {
    people: shown,
    personOf: (id: string) => shown.value.find(({ personId }) => personId === id),
    account: async (
      { personId }: Pick<MusterPerson, 'personId'>,
      status: MusterPerson['status'],
      how?: { method?: string },
    ) => {
      calls.push([personId, status, how?.method])
      shown.value = shown.value.map((one) => (one.personId === personId ? { ...one, status } : one))
    },
  }
  return { calls, ...createScans(feed) }
}

describe('scanning badges', () => {
  it('accounts for one after the other, and keeps the latest first', () => {
    const { scan, scanned, last, calls } = board(aMissingPerson('Ada'), aMissingPerson('Bob'))
    scan('E-Ada\n')
    scan('E-Bob')
    expect(calls).toEqual([
      ['Ada', 'accounted', 'scan'],
      ['Bob', 'accounted', 'scan'],
    ])
    expect([...scanned]).toEqual(['Bob', 'Ada'])
    expect(last.value).toEqual({ type: 'accounted', personId: 'Bob' })
  })
  it('says that somebody is accounted for already, and sends nothing', () => {
    const { scan, last, calls } = board(aMissingPerson('Ada', { status: 'accounted' }))
    scan('E-Ada')
    expect(last.value).toEqual({ type: 'already', personId: 'Ada' })
    expect(calls).toEqual([])
  })
  it('does not take away that somebody needs help', () => {
    const { scan, last, calls } = board(aMissingPerson('Ada', { status: 'needs_help' }))
    scan('E-Ada')
    expect(last.value).toEqual({ type: 'needs_help', personId: 'Ada' })
    expect(calls).toEqual([])
  })
  it('accounts for somebody who was said to be off site and stands here', () => {
    const { scan, calls } = board(aMissingPerson('Ada', { status: 'off_site' }))
    scan('E-Ada')
    expect(calls).toEqual([['Ada', 'accounted', 'scan']])
  })
  it('says which code nobody has, and takes no personal link', () => {
    const { scan, last, calls } = board(aMissingPerson('Ada'))
    scan('4711')
    expect(last.value).toEqual({ type: 'unknown', code: '4711' })
    scan('https://rollcall.example/muster-link/E-Ada')
    expect(last.value).toEqual({ type: 'link' })
    scan('   ')
    expect(calls).toEqual([])
  })
  it('takes a scan back', () => {
    const { scan, undo, scanned, last, calls } = board(aMissingPerson('Ada'))
    scan('E-Ada')
    undo('Ada')
    expect(calls.at(-1)).toEqual(['Ada', 'unknown', undefined])
    expect([...scanned]).toEqual([])
    expect(last.value).toBeNull()
  })
})
