// Puts a plan into force, one receiver after the other. What was applied stays applied when a later one is refused; planned receivers
// without a radio id stay in the plan, because there is nothing to register yet.
import { receivers } from '@rollcall/contracts/domains/receivers'
import type { Receiver } from '@rollcall/contracts/domains/receivers'
import type { Call } from '../../api/client.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { withoutMove } from './plan.ts'
import type { AddedReceiver, Plan } from './plan.ts'

export type Refused = { readonly name: string; readonly sentence: string }
export type Applied = { readonly plan: Plan; readonly refused: readonly Refused[]; readonly done: number }

export async function applyPlan(
  call: Call,
  floorId: string,
  plan: Plan,
  registered: readonly Pick<Receiver, 'id' | 'name' | 'updatedAt'>[],
): Promise<Applied> {
  const names = new Map(registered.map(({ id, name }) => [id, name]))
  const versions = new Map(registered.map(({ id, updatedAt }) => [id, updatedAt]))
  const refused: Refused[] = []
  let [left, done] = [plan, 0]
  async function attempt(name: string, action: () => Promise<unknown>, then: (plan: Plan) => Plan): Promise<void> {
    try {
      await action()
      left = then(left)
      done++
    } catch (error) {
      refused.push({ name, sentence: sentenceFor(error) })
    }
  }
  const change = (id: string, body: { floorId: string | null; x: number | null; y: number | null }) =>
    call(receivers.change, { params: { id }, body, unchangedSince: versions.get(id) ?? '' })

  for (const [id, { x, y }] of Object.entries(plan.moved))
    await attempt(
      names.get(id) ?? id,
      () => change(id, { floorId, x, y }),
      (now) => withoutMove(now, id),
    )
  for (const id of plan.removed)
    await attempt(
      names.get(id) ?? id,
      () => change(id, { floorId: null, x: null, y: null }),
      (now) => withoutMove(now, id),
    )
  for (const one of plan.added.filter(hasHardware))
    await attempt(
      one.name,
      () => hang(call, floorId, one),
      (now) => ({ ...now, added: now.added.filter(({ id }) => id !== one.id) }),
    )
  return { plan: left, refused, done }
}

export const hasHardware = ({ receiverId }: AddedReceiver) => receiverId.trim() !== ''

/** One that is registered already, on another floor or without a place, is moved here. */
async function hang(call: Call, floorId: string, { receiverId, name, x, y }: AddedReceiver): Promise<unknown> {
  const plain = receiverId.trim().toLowerCase().replaceAll(/[:-]/g, '')
  const { items } = await call(receivers.list, { query: { q: plain, pageSize: 20 } })
  const known = items.find((one) => one.receiverId === plain)
  if (known) {
    const { id, updatedAt: unchangedSince } = known
    return call(receivers.change, { params: { id }, body: { floorId, x, y }, unchangedSince })
  }
  return call(receivers.create, { body: { receiverId: plain, name, floorId, x, y } })
}
