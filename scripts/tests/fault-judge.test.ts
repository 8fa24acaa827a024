// The judge of the faults finds each kind of fault in a history that has it.
import { expect, it } from 'vitest'
import { assetName, deniedPath } from '../../system-tests/faults/call-history.ts'
import { judgeCalls } from '../../system-tests/faults/judge-calls.ts'
import { judgeBoard, judgePlan } from '../../system-tests/faults/judge-views.ts'

const call = (serial: number, status: number) => ({ serial, status, atMs: 0 })
const stored = (serial: number, records = 1) => ({ name: assetName(serial), records })
const line = (serial: number) => JSON.stringify({ event: 'unauthorized_access', resource: deniedPath(serial) })
const nothing = {
  lost: [],
  doubled: [],
  unrecorded: [],
  deniedUnwritten: [],
  deniedTwice: [],
  torn: [],
  oddAnswers: [],
}

it('finds nothing where all is well: what was not answered has one effect or none', () => {
  const calls = { added: [call(1, 201), call(2, 0), call(3, 503), call(4, 0)], denied: [call(5, 401), call(6, 0)] }
  expect(judgeCalls(calls, [stored(1), stored(2)], [line(5), 'AUDIT ' + line(7), ''])).toEqual(nothing)
})

it.each([
  ['lost', { added: [call(1, 201)] }, [], [], [1]],
  ['doubled', { added: [call(1, 0)] }, [stored(1), stored(1)], [], [1]],
  ['unrecorded', { added: [call(1, 201)] }, [stored(1, 0)], [], [assetName(1)]],
  ['unrecorded', { added: [call(1, 201)] }, [stored(1, 2)], [], [assetName(1)]],
  ['deniedUnwritten', { denied: [call(1, 401)] }, [], [line(2)], [1]],
  ['deniedTwice', { denied: [call(1, 401)] }, [], [line(1), `AUDIT ${line(1)}`], [1]],
  ['torn', {}, [], [line(1).slice(0, 40)], [line(1).slice(0, 40)]],
  ['oddAnswers', { added: [call(1, 500)] }, [], [], ['1: 500']],
  ['oddAnswers', { added: [call(1, 401)] }, [], [], ['1: 401']],
  ['oddAnswers', { denied: [call(1, 200)] }, [], [], ['1: 200']],
])('finds what is %s', (kind, calls, rows, lines, found) => {
  expect(judgeCalls({ added: [], denied: [], ...calls }, rows, lines)).toEqual({ ...nothing, [kind]: found })
})

it.each([
  ['nothing where it is as the rows are', { kim: 'unknown', ada: 'excused' }, []],
  ['nothing where somebody who is settled is not shown', { kim: 'unknown' }, []],
  ['who is missing and does not stand there', { ada: 'excused' }, ['board: kim is missing, and does not stand there']],
  [
    'who stands there as something else',
    { kim: 'accounted', ada: 'excused' },
    ['board: kim is unknown, and stands there as accounted'],
  ],
  ['a stranger', { kim: 'unknown', eve: 'unknown' }, ['board: eve is nobody, and stands there as unknown']],
])('on a board it finds %s', (_name, seen, found) => {
  const stored = new Map([
    ['kim', 'unknown'],
    ['ada', 'excused'],
  ])
  expect(judgeBoard(new Map(Object.entries(seen)), stored)).toEqual(found)
})

it.each([
  ['nothing where a badge is drawn beside its place', [{ id: 'a', x: 51, y: 50 }], []],
  ['a badge that is not drawn', [], ['plan: a is not drawn']],
  ['a badge that is drawn elsewhere', [{ id: 'a', x: 50, y: 80 }], ['plan: a is drawn 12 m away']],
])('on a plan it finds %s', (_name, seen, found) => {
  expect(judgePlan(seen, [{ id: 'a', x: 50, y: 50, widthM: 100, heightM: 40 }])).toEqual(found)
})
