// Ambient devices near each receiver of a floor: from the snapshot, then from the batches on the global channel (spec 6.1).
import { AmbientBatch, globalChannel } from '@rollcall/contracts/channels'
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { useIntervalFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useSession } from '../../session/session-store.ts'
import { useLive } from '../../realtime/live-store.ts'
import { serverNow } from '../../realtime/server-clock.ts'

/** Forgotten after a quarter of an hour unless heard again (rules 8). */
const forgottenMs = 15 * 60_000

export function useAmbient(snapshot: Ref<FloorContext | null>) {
  const devices = new Map<string, AmbientDevice>()
  const byReceiver = shallowRef<ReadonlyMap<string, readonly AmbientDevice[]>>(new Map())
  const live = useLive()
  const entitled = useSession().can('ambient.read')

  function add(heard: readonly AmbientDevice[]): void {
    for (const device of heard) {
      const known = devices.get(device.deviceId)
      if (!known || known.timestamp <= device.timestamp) devices.set(device.deviceId, device)
    }
  }
  function tell(): void {
    const oldest = serverNow() - forgottenMs
    const groups = new Map<string, AmbientDevice[]>()
    for (const [id, device] of devices) {
      if (device.timestamp < oldest) devices.delete(id)
      else groups.set(device.receiverId, [...(groups.get(device.receiverId) ?? []), device])
    }
    byReceiver.value = groups
  }

  watch(snapshot, (next) => {
    if (!entitled || !next) return
    add(next.ambientDevices)
    tell()
  })
  if (entitled) {
    useIntervalFn(tell, 5_000)
    onScopeDispose(
      live.subscribe(globalChannel, (data) => {
        const batch = AmbientBatch.safeParse(data)
        if (!batch.success) return
        live.ambientAt = Date.now()
        add(batch.data.data)
      }),
    )
  }
  return { byReceiver }
}
