// People of a list for paper, by department: departments by name, then visitors and contractors, then whoever has none.
import { t } from '../table/texts.ts'

type Listed = { readonly entityType: string; readonly departmentName: string | null }
export type PaperGroup<T> = { readonly key: string; readonly title: string; readonly people: readonly T[] }

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** After every department. */
const others = {
  get visitor() {
    return t('visitors')
  },
  get contractor() {
    return t('contractors')
  },
  get employee() {
    return t('noDepartment')
  },
}

/** The order within a group is that of the list. */
export function byDepartment<T extends Listed>(people: readonly T[]): PaperGroup<T>[] {
  const otherTitles = Object.values(others)
  const groups = new Map<string, T[]>()
  for (const person of people) {
    const title = titleOf(person)
    const group = groups.get(title)
    if (group) group.push(person)
    else groups.set(title, [person])
  }
  return [...groups]
    .toSorted(([a], [b]) => otherTitles.indexOf(a) - otherTitles.indexOf(b) || compare(a, b))
    .map(([title, listed]) => ({ key: title, title, people: listed }))
}

function titleOf({ entityType, departmentName }: Listed): string {
  if (entityType === 'visitor' || entityType === 'contractor') return others[entityType]
  return departmentName ?? others.employee
}
