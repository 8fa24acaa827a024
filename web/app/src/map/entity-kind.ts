// What kinds of carriers there are to the eye: people and things, and the two letters a person is told by.
import type { EntityType } from '@rollcall/contracts/domains/positions'

export function isPerson(entityType: EntityType): boolean {
  return entityType === 'employee' || entityType === 'visitor' || entityType === 'contractor'
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [words[0], last]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
