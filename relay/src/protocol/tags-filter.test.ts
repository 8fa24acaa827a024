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
    ['neq', 'b', 'b', false],
    ['sw', 'floor-1', 'floor', true],
    ['sw', 'floor-1', '-1', false],
    ['ew', 'floor-1', '-1', true],
    ['ew', 'floor-1', 'floor', false],
    ['ct', 'floor-1', 'oor', true],
    ['ct', 'floor-1', 'roof', false],
    ['ct', undefined, 'oor', false],
    ['lt', '9', '10', true],
    ['lt', '-10', '-9', true],
    ['lt', '10', '10', false],
    ['lte', '1.50', '1.5', true],
    ['lte', '2', '1', false],
    ['gt', '10', '10', false],
    ['gt', '9', '10', false],
    ['gte', '9', '10', false],
    ['gte', '10', '9', true],
    ['gt', '.5', '0.25', true],
    ['gt', '1.', '0.999', true],
    ['gte', '+3', '3', true],
    ['gt', 'ten', '9', false],
    ['lt', 'ten', '9', false],
    ['gte', '.', '0', false],
    ['gte', '-', '0', false],
    ['lte', '0', 'ten', false],
    ['gt', 'x9', '1', false],
    ['gt', '9x', '1', false],
    ['gt', '9.9.9', '1', false],
    ['gt', '9007199254740993', '9007199254740992', true],
    ['lt', '-9007199254740993.5', '-9007199254740993.25', true],
    ['lte', '9007199254740993', '9007199254740993', true],
    ['gte', '9007199254740993', '9007199254740993', true],
    ['gt', '+9007199254740993', '-9007199254740993', true],
    ['gt', '0.10000000000000000000001', '0.1', true],
    ['lt', '0.1', '0.10000000000000000000001', true],
    ['gt', 'x9007199254740993', '1', false],
    ['gt', '9007199254740993x', '1', false],
    ['lte', '.', '9007199254740993', false],
    ['gt', 'a name that is no number', '1', false],
    ['gt', '9'.repeat(64), '1', true],
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
    expect([passes({ key: 'k', cmp: 'ex' }, {}), passes({ key: 'k', cmp: 'nex' }, {})]).toEqual([false, true])
  })
})

it('asks nothing without a filter, and finds no tag where there are none', () => {
  expect(matchesTags(null, undefined)).toBe(true)
  expect(matchesTags(readTagsFilter({ key: 'k', cmp: 'ex' }), undefined)).toBe(false)
  expect(matchesTags(readTagsFilter({ key: 'k', cmp: 'nex' }), undefined)).toBe(true)
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

const leaf = { key: 'a', cmp: 'ex' }
const nested = (depth: number): object => (depth === 0 ? leaf : { op: 'not', nodes: [nested(depth - 1)] })
const wide = (leaves: number) => ({ op: 'and', nodes: Array.from({ length: leaves }, () => leaf) })

it.each([
  ['as deep as allowed', nested(16)],
  ['as large as allowed', wide(255)],
  ['with both kinds of fields, one of them empty', { op: '', key: 'a', cmp: 'in', val: '', vals: ['1'] }],
  ['with an empty list', { key: 'a', cmp: 'eq', val: '1', vals: [] }],
])('a tree %s is a filter', (_, tree) => expect(readTagsFilter(tree)).not.toBeNull())

it.each([
  ['no root', null],
  ['a text as its root', 'a'],
  ['a text as a child', { op: 'not', nodes: ['a'] }],
  ['no comparison', { key: 'a' }],
  ['a comparison that is no text', { key: 'a', cmp: ['ex'] }],
  ['a comparison in a list', { key: 'a', cmp: ['eq'], val: '1' }],
  ['a key that is no text', { key: 1, cmp: 'ex' }],
  ['an empty key', { key: '', cmp: 'ex' }],
  ['a value that is no text', { key: 'a', cmp: 'eq', val: 1 }],
  ['a list that is not only texts', { key: 'a', cmp: 'in', vals: ['1', 2] }],
  ['a list that is none', { key: 'a', cmp: 'in', vals: 'ab' }],
  ['a list and a value', { key: 'a', cmp: 'nin', val: '1', vals: ['1'] }],
  ['a list where none is asked', { key: 'a', cmp: 'nex', vals: ['1'] }],
  ['children that are no list', { op: 'and', nodes: { length: 1 } }],
  ['no list of children', { op: 'and' }],
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
  ['too many nodes', wide(256)],
  ['too many levels', nested(17)],
])('a tree with %s is none', (_, tree) => expect(readTagsFilter(tree)).toBeNull())
