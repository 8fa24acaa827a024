// Who or what is chosen on the floor plan, as its address says it (?person=…), so that a link shows the same.
import type { EntityType } from '@rollcall/contracts/domains/positions'
import { isPerson } from '../ui/entity-kind.ts'

const kinds = ['person', 'asset', 'badge', 'receiver'] as const
export type AddressChoice = { readonly kind: (typeof kinds)[number]; readonly id: string }
type Query = Readonly<Record<string, unknown>>
type Chosen = { readonly transmitterId: string; readonly entityType: EntityType; readonly entityId: string | null }

export function choiceIn(query: Query): AddressChoice | null {
  for (const kind of kinds) {
    const id = query[kind]
    if (typeof id === 'string' && id !== '') return { kind, id }
  }
  return null
}

/** Badges change hands: whoever carries it is named, the badge only while nobody does. */
export function choiceOf({ transmitterId, entityType, entityId }: Chosen): AddressChoice {
  if (entityId === null) return { kind: 'badge', id: transmitterId }
  return { kind: isPerson(entityType) ? 'person' : 'asset', id: entityId }
}

/** The rest of the address stays; what asked to find somebody by name has been answered. */
export function queryWith<T extends Query>(query: T, choice: AddressChoice | null) {
  const done = new Set<string>([...kinds, 'find', 'follow'])
  const rest = Object.fromEntries(Object.entries(query).filter(([key]) => !done.has(key)))
  return (choice === null ? rest : { ...rest, [choice.kind]: choice.id }) as T
}

export function isSameChoice(one: AddressChoice | null, other: AddressChoice | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id
}
