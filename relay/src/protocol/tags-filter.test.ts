// Filters on the tags of publications (relay protocol 2.9).
import { describe, expect, it } from 'vitest'
import { matchesTags, readTagsFilter } from './tags-filter.ts'

const passes = (tree: object, tags: Record<string, string>) => {
  const filter = readTagsFilter(tree)
  if (!filter) throw new Error('It is no filter.')
  return matchesTags(filter, tags)
}

describe('a comparison', () => {
  it.each([
    ['eq', 'a', 'a', true],
    ['eq', 'a', 'b', false],
    ['neq', 'a', 'b', true],
    ['neq', undefined, 'b', true],
    ['sw', 'floor-1', 'floor', true],
    ['ew', 'floor-1', '-1', true],
    ['ct', 'floor-1', 'oor', true],
    ['ct', undefined, 'oor', false],
    ['lt', '9', '10', true],
    ['lt', '-10', '-9', true],
    ['lte', '1.50', '1.5', true],
    ['gt', '.5', '0.25', true],
    ['gt', '1.', '0.999', true],
    ['gte', '+3', '3', true],
    ['gt', 'ten', '9', false],
    ['lt', 'ten', '9', false],
    ['gte', '.', '0', false],
    ['gt', '9007199254740993', '9007199254740992', true],
    ['lt', '-9007199254740993.5', '-9007199254740993.25', true],
    ['gte', '0.10000000000000000000001', '0.1', true],
    ['gt', '9'.repeat(65), '1', false],
  ])('%s of %s with %s: %s', (cmp, given, val, expected) => {
    expect(passes({ key: 'k', cmp, val }, given === undefined ? {} : { k: given })).toBe(expected)
  })

  it.each([
    ['in', 'a', true],
    ['in', undefined, false],
    ['nin', 'a', false],
    ['nin', undefined, true],
  ])('%s of %s with a list: %s', (cmp, given, expected) => {
    expect(passes({ key: 'k', cmp, vals: ['a', 'b'] }, given === undefined ? {} : { k: given })).toBe(expected)
  })

  it('asks whether a tag is there', () => {
    expect([passes({ key: 'k', cmp: 'ex' }, { k: '' }), passes({ key: 'k', cmp: 'nex' }, { k: '' })]).toEqual([
      true,
      false,
    ])
    expect(passes({ key: 'constructor', cmp: 'ex' }, {})).toBe(false)
  })
})

it('trees combine comparisons', () => {
  const [a, b] = [
    { key: 'a', cmp: 'ex' },
    { key: 'b', cmp: 'ex' },
  ]
  const tree = {
    op: 'and',
    nodes: [a, { op: 'not', nodes: [{ op: 'or', nodes: [b, { key: 'c', cmp: 'eq', val: '1' }] }] }],
  }
  expect(passes(tree, { a: '1' })).toBe(true)
  expect(passes(tree, { a: '1', b: '1' })).toBe(false)
  expect(passes(tree, { a: '1', c: '1' })).toBe(false)
  expect(passes(tree, { c: '2' })).toBe(false)
})

it.each([
  ['no comparison', { key: 'a' }],
  ['an unknown comparison', { key: 'a', cmp: 'toString', val: '1' }],
  ['no key', { cmp: 'ex' }],
  ['no value', { key: 'a', cmp: 'gt' }],
  ['a value and a list', { key: 'a', cmp: 'eq', val: '1', vals: ['1'] }],
  ['a list for one value', { key: 'a', cmp: 'in', val: '1' }],
  ['an empty list', { key: 'a', cmp: 'nin', vals: [] }],
  ['a value where none is asked', { key: 'a', cmp: 'ex', val: '1' }],
  [
    'two children of not',
    {
      op: 'not',
      nodes: [
        { key: 'a', cmp: 'ex' },
        { key: 'b', cmp: 'ex' },
      ],
    },
  ],
  ['no children', { op: 'or', nodes: [] }],
  ['an unknown operation', { op: 'xor', nodes: [{ key: 'a', cmp: 'ex' }] }],
  ['a broken child', { op: 'and', nodes: [{ key: 'a', cmp: 'ex' }, {}] }],
  ['too many nodes', { op: 'and', nodes: Array.from({ length: 300 }, () => ({ key: 'a', cmp: 'ex' })) }],
])('a tree with %s is none', (_, tree) => expect(readTagsFilter(tree)).toBeNull())
