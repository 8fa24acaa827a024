import { mostWardens } from '@rollcall/contracts/domains/wardens'
import { describe, expect, it } from 'vitest'
import { useWardenLines } from './warden-lines.ts'

const people = ['ada', 'ben', 'cleo'].map((value) => ({ value, label: value }))

describe('the people of a warden’s form', () => {
  it('keep their order, and can be moved and taken out', () => {
    const { lines, moveUp, remove, personIds } = useWardenLines(people)
    const keys = lines.value.map(({ key }) => key)
    moveUp(2)
    expect(personIds()).toEqual(['ada', 'cleo', 'ben'])
    expect(lines.value.map(({ key }) => key)).toEqual([keys[0], keys[2], keys[1]])
    remove(0)
    expect(personIds()).toEqual(['cleo', 'ben'])
  })
  it('are as many as the contract takes', () => {
    const { lines, add, mayAdd } = useWardenLines([])
    expect(lines.value).toHaveLength(1)
    while (mayAdd()) add()
    expect(lines.value).toHaveLength(mostWardens)
  })
  it('count once, and not where nobody is chosen', () => {
    const { lines, add, personIds } = useWardenLines(people)
    add()
    lines.value[1]!.personId = 'ada'
    expect(personIds()).toEqual(['ada', 'cleo'])
  })
})
