// Whoever saves on a page says which version they saw (rules 8): every call of a row that changes or removes one stored thing carries
// `unchangedSince`, and an order what it `was`. What the backend makes of it is in backend/tests/lost-updates.test.ts.
import { expect, it } from 'vitest'
import { codeFiles } from './sources.ts'

const overwriting =
  /\bcall\(\w+\.(?:change\w*|remove|removeKey|removePhoto|patch|assign|reorder|issueKey|acceptCalibration|rollbackCalibration)\b/g
const says = /\bunchangedSince\b|\bsince\b|\bwas\b|\bsent\)/

/** Why one does not, by file. */
const without: Readonly<Record<string, string>> = {
  'web/app/src/alerts/Alerts.vue': 'who takes care of an alert: the latest word counts',
  'web/app/src/alerts/AssignMenu.vue': 'who takes care of an alert: the latest word counts',
  'web/app/src/assets/asset-bulk.ts': 'the same is said of many that were chosen',
  'web/app/src/badges/badge-resource.ts': 'the same is said of many that were chosen',
  'web/app/src/people/people-bulk.ts': 'the same is said of many that were chosen',
  'web/app/src/receivers/receiver-resource.ts': 'the same is said of many that were chosen',
  'web/app/src/badges/hand-out.ts': 'never with force: a badge that somebody carries is refused',
  'web/app/src/badges/phones/Phones.vue': 'the list has the phone, not the badge that goes with it',
  'web/app/src/emergency/board/ResolveDialog.vue': 'an emergency changes all the time, and must end all the same',
  'web/app/src/receivers/connect/KeyChoice.vue': 'a key is given here to a receiver that has none',
  'web/app/src/session/session-store.ts': 'with the own password',
  'web/app/src/session/account/SecondFactorPanel.vue': 'with the own password or a code',
}

// holds rules 8-4
it('sends what was read with every change of it', () => {
  const pages = codeFiles().filter(({ path }) => path.startsWith('web/app/src/') && !path.endsWith('.test.ts'))
  const calls = pages.flatMap(({ path: file, text }) =>
    [...text.matchAll(overwriting)].map(({ index }) => ({ file, call: wholeCall(text, index) })),
  )
  expect(calls.length).toBeGreaterThan(20)
  const silent = calls.filter(({ call }) => !says.test(call))
  expect(silent.filter(({ file }) => !(file in without))).toEqual([])
  expect(Object.keys(without).filter((file) => !silent.some((one) => one.file === file))).toEqual([])
})

function wholeCall(text: string, start: number): string {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}
