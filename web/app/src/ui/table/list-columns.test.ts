import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { namesColumns, shownColumns, useColumns } from './list-columns.ts'

const all = ['name', 'status', 'seen', 'floor'].map((key) => ({ key }))
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key).join(' ')

describe('shownColumns', () => {
  it.each([
    ['everything, while nothing is hidden', '', [], 'name status seen floor'],
    ['all but what is hidden', '', ['seen', 'gone'], 'name status floor'],
    ['the first one, whatever is hidden', '', ['name', 'status', 'seen', 'floor'], 'name'],
    ['what the address names, in the order of the list', 'floor,status', ['status'], 'name status floor'],
    ['what it names, as far as the list has it', 'seen,gone', [], 'name seen'],
    ['as ever where it names nothing that the list has', 'gone', ['seen'], 'name status floor'],
  ])('are %s', (_, named, hidden, expected) => {
    expect(keys(shownColumns(all, named, hidden))).toBe(expected)
  })
})

describe('useColumns', () => {
  it('keeps what is hidden for each list by itself', () => {
    const people = useColumns('people', ref(''), () => all)
    people.show('seen', false)
    people.show('status', false)
    people.show('seen', true)
    expect(keys(people.shown.value)).toBe('name seen floor')
    expect(keys(useColumns('people', ref(''), () => all).shown.value)).toBe('name seen floor')
    expect(keys(useColumns('badges', ref(''), () => all).shown.value)).toBe('name status seen floor')
  })
  it('changes the address where that names the columns, and keeps nothing', () => {
    const named = ref('name,floor')
    const zones = useColumns('zones', named, () => all)
    zones.show('status', true)
    expect([named.value, keys(zones.shown.value)]).toEqual(['name,status,floor', 'name status floor'])
    zones.show('floor', false)
    zones.show('status', false)
    expect([named.value, keys(zones.shown.value)]).toEqual(['name', 'name'])
    expect(keys(useColumns('zones', ref(''), () => all).shown.value)).toBe('name status seen floor')
  })
})

it('an address names columns by their keys, or none', () => {
  expect(['', 'name', 'name,seen'].map(namesColumns)).toEqual([true, true, true])
  expect([',', 'name,', 'a b', 'x'.repeat(41), 'n,'.repeat(40)].map(namesColumns)).not.toContain(true)
})
