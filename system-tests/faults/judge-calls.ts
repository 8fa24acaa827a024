// Compares what was answered with what is stored and written down: a 2xx means exactly one effect with one audit record, every other
// answer at most one; every denial that was answered is written down once; no answer is one that nobody can act on.
import { isPassing } from '../setup/passing-answer.ts'
import { assetName, deniedPath, type Calls } from './call-history.ts'

export type Stored = { readonly name: string; readonly records: number }

/** Each list is empty where all is well. */
export function judgeCalls(calls: Calls, stored: readonly Stored[], auditLines: readonly string[]) {
  const names = countOf(stored.map(({ name }) => name))
  const effects = (serial: number) => names.get(assetName(serial)) ?? 0
  const lines = countOf(auditLines.flatMap((line) => /\/api\/audit\/[\da-f-]{36}/.exec(line) ?? []))
  const written = (serial: number) => lines.get(deniedPath(serial)) ?? 0
  const isDone = (status: number) => status >= 200 && status < 300
  const serials = (list: Calls['added']) => list.map(({ serial }) => serial)
  return {
    lost: serials(calls.added.filter(({ serial, status }) => isDone(status) && effects(serial) === 0)),
    doubled: serials(calls.added.filter(({ serial }) => effects(serial) > 1)),
    unrecorded: stored.filter(({ records }) => records !== 1).map(({ name }) => name),
    deniedUnwritten: serials(calls.denied.filter(({ serial, status }) => status === 401 && written(serial) === 0)),
    deniedTwice: serials(calls.denied.filter(({ serial }) => written(serial) > 1)),
    torn: auditLines.filter((line) => line.startsWith('{') && !isJson(line)),
    oddAnswers: [
      ...calls.added.filter(({ status }) => !isDone(status) && !isPassing(status)),
      ...calls.denied.filter(({ status }) => status !== 401 && !isPassing(status)),
    ].map(({ serial, status }) => `${serial}: ${status}`),
  }
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
