// A plan of where receivers could hang: what differs from the registered ones, with every step to take back. Pure; nothing is stored
// on the server until apply-plan.ts sends it. Kept on this device, because hardware is planned long before it is bought.
import type { Receiver } from '@rollcall/contracts/domains/receivers'
import { ceilingM } from '@rollcall/contracts/radio-model'
import { z } from 'zod'
import { t } from './texts.ts'

const Place = z.object({ x: z.number(), y: z.number() })
/** `receiverId` is empty until there is hardware. */
const AddedReceiver = z.object({ id: z.string(), name: z.string(), receiverId: z.string(), ...Place.shape })
const PlanShape = z.object({
  moved: z.record(z.string(), Place),
  removed: z.array(z.string()),
  added: z.array(AddedReceiver),
})
/** Percent of the plan. */
export type Place = Readonly<z.infer<typeof Place>>
export type AddedReceiver = Readonly<z.infer<typeof AddedReceiver>>
export type Plan = {
  readonly moved: Readonly<Record<string, Place>>
  readonly removed: readonly string[]
  readonly added: readonly AddedReceiver[]
}
export type PlacedReceiver = Place & {
  readonly id: string
  readonly name: string
  readonly zM: number
  readonly offsetDb: number
  readonly state: 'hangs' | 'moved' | 'added'
}

export const emptyPlan: Plan = { moved: {}, removed: [], added: [] }

/** What another version, or another hand, left on this device is no plan. */
export function readPlan(text: string): Plan {
  try {
    return PlanShape.parse(JSON.parse(text))
  } catch {
    return emptyPlan
  }
}

type Registered = Pick<Receiver, 'id' | 'receiverId' | 'name' | 'x' | 'y' | 'zM' | 'rssiOffsetDb'>

/** `offsets` of the calibration by radio id, dB. */
export function placedReceivers(
  registered: readonly Registered[],
  { moved, removed, added }: Plan,
  offsets: ReadonlyMap<string, number>,
): PlacedReceiver[] {
  const hanging = registered.flatMap(({ id, receiverId, name, x, y, zM, rssiOffsetDb }): PlacedReceiver[] => {
    const at = moved[id] ?? (x === null || y === null ? null : { x, y })
    if (at === null || removed.includes(id)) return []
    const offsetDb = rssiOffsetDb + (offsets.get(receiverId) ?? 0)
    return [{ id, name, ...at, zM: zM ?? ceilingM, offsetDb, state: moved[id] ? 'moved' : 'hangs' }]
  })
  const planned = added.map(({ id, name, x, y }): PlacedReceiver => {
    return { id, name, x, y, zM: ceilingM, offsetDb: 0, state: 'added' }
  })
  return [...hanging, ...planned]
}

export function withMoved(plan: Plan, id: string, to: Place): Plan {
  const at = onPlan(to)
  return plan.added.some((one) => one.id === id)
    ? withAddedChange(plan, id, at)
    : { ...plan, moved: { ...plan.moved, [id]: at } }
}

export function withAdded(plan: Plan, at: Place): { plan: Plan; id: string } {
  const taken = new Set(plan.added.map(({ name }) => name))
  let number = 1
  while (taken.has(t('plannedNumber', { number }))) number++
  const id = `planned-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const one = { id, name: t('plannedNumber', { number }), receiverId: '', ...onPlan(at) }
  return { plan: { ...plan, added: [...plan.added, one] }, id }
}

export function withAddedChange(plan: Plan, id: string, change: Partial<AddedReceiver>): Plan {
  return { ...plan, added: plan.added.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

/** A planned one is gone, a registered one is taken off the plan. */
export function withoutReceiver(plan: Plan, id: string): Plan {
  if (plan.added.some((one) => one.id === id)) return { ...plan, added: plan.added.filter((one) => one.id !== id) }
  return { ...withoutMove(plan, id), removed: [...plan.removed, id] }
}

/** As it is registered. */
export function withoutMove(plan: Plan, id: string): Plan {
  const { [id]: _before, ...moved } = plan.moved
  return { ...plan, moved, removed: plan.removed.filter((one) => one !== id) }
}

/** What the server does not have any more is no part of a plan. */
export function forRegistered(plan: Plan, registered: readonly Pick<Receiver, 'id'>[]): Plan {
  const known = new Set(registered.map(({ id }) => id))
  return {
    ...plan,
    moved: Object.fromEntries(Object.entries(plan.moved).filter(([id]) => known.has(id))),
    removed: plan.removed.filter((id) => known.has(id)),
  }
}

export function countOf({ moved, removed, added }: Plan): number {
  return Object.keys(moved).length + removed.length + added.length
}

/** Hundredths of a percent are a centimetre or less; nothing hangs beyond the plan. */
function onPlan({ x, y }: Place): Place {
  const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100
  return { x: within(x), y: within(y) }
}
