import type { MusterStatus } from '@rollcall/contracts/domains/muster'
import { describe, expect, it } from 'vitest'
import { aMissingPerson } from './a-muster-person.ts'
import { changeSentence } from './announcement.ts'

describe('what is announced', () => {
  const change = (name: string, before: MusterStatus, after: MusterStatus) => ({
    before: aMissingPerson(name, { status: before }),
    after: aMissingPerson(name, { status: after }),
  })
  it('is nothing when nobody changed groups', () => {
    expect(changeSentence([change('Anna', 'off_site', 'accounted')], 0)).toBe('')
  })
  it('names few people, and says who is still missing', () => {
    const changes = [change('Anna', 'unknown', 'accounted'), change('Ben', 'unknown', 'needs_help')]
    expect(changeSentence(changes, 0)).toBe('Ben in need of help. Anna accounted for. Nobody is missing.')
  })
  it('counts many', () => {
    const changes = ['Anna', 'Ben', 'Cleo', 'Dan'].map((name) => change(name, 'unknown', 'accounted'))
    expect(changeSentence(changes, 1)).toBe('4 people accounted for. 1 person is missing.')
  })
})
