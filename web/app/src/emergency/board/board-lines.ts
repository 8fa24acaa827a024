// The lines of the list: a heading for each group and a row for each of its people, unless it is folded. Every line is one entry
// of the virtual list (PeopleList.vue).
import type { Group } from './arrangement.ts'

export type Line =
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'person'; readonly personId: string; readonly group: Group }

export function linesOf(groups: readonly Group[], folded: ReadonlySet<string>): Line[] {
  const lines: Line[] = []
  for (const group of groups) {
    lines.push({ kind: 'group', group })
    if (folded.has(group.key)) continue
    for (const personId of group.personIds) lines.push({ kind: 'person', personId, group })
  }
  return lines
}

/** The key of a line: it stays when the line moves. */
export function lineKey(line: Line): string {
  return line.kind === 'group' ? `group:${line.group.key}` : line.personId
}
