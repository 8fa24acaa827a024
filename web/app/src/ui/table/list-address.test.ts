import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { takeParts, withParts } from './list-address.ts'

const parts = () => [
  { key: 'q', usual: '', value: ref('') },
  { key: 'sort', usual: 'name', value: ref('name'), isGood: (text: string) => /^-?\w+$/.test(text) },
  { key: 'state', usual: 'all', value: ref('all') },
]

describe('a list in the address of its page', () => {
  it('says nothing while everything is as usual, and leaves alone what is not its own', () => {
    expect(withParts({ other: '1', q: 'old' }, parts())).toEqual({ other: '1' })
  })
  it('comes back as it was', () => {
    const [before, after] = [parts(), parts()]
    const chosen = ['ada', '-lastSeen', 'lost']
    for (const [index, part] of before.entries()) part.value.value = chosen[index] ?? ''
    takeParts(withParts({}, before), after)
    expect(after.map(({ value }) => value.value)).toEqual(chosen)
  })
  it('is as usual where the address says nothing, or nonsense', () => {
    const all = parts()
    takeParts({ q: ['a', 'b'], sort: 'name; drop' }, all)
    expect(all.map(({ value }) => value.value)).toEqual(['', 'name', 'all'])
  })
})
