// What kinds of carriers there are to the eye: people and assets, and the two letters a person is told by.
import type { EntityType } from '@rollcall/contracts/domains/positions'

export function isPerson(entityType: EntityType): boolean {
  return entityType === 'employee' || entityType === 'visitor' || entityType === 'contractor'
}

/** Of the first and the last word that has a letter; of what else there is, when none has. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const last = letters.length > 1 ? letters.at(-1) : ''
  return `${letters[0] ?? [...name.trim()][0] ?? ''}${last}`.toUpperCase()
}
