// Ambient devices near each receiver of a floor: from the snapshot, then from the batches on the global channel (spec 6.1).
import { AmbientBatch, globalChannel } from '@rollcall/contracts/channels'
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { useIntervalFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useSession } from '../../session/session-store.ts'
import { useLive } from '../../realtime/live-store.ts'
import { serverNow } from '../../realtime/server-clock.ts'
import { useChannel } from '../../realtime/use-channel.ts'

/** Forgotten after a quarter of an hour unless heard again (rules 8). */
const forgottenMs = 15 * 60_000

export function useAmbient(snapshot: Ref<FloorContext | null>) {
  const devices = new Map<string, AmbientDevice>()
  const byReceiver = shallowRef<ReadonlyMap<string, readonly AmbientDevice[]>>(new Map())
  const live = useLive()
  const entitled = useSession().can('ambient.read')

  function add(received: readonly AmbientDevice[]): void {
    for (const device of received) {
      const before = devices.get(device.deviceId)
      if (!before || before.timestamp <= device.timestamp) devices.set(device.deviceId, device)
    }
  }
  function regroup(): void {
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
    regroup()
  })
  if (entitled) {
    useIntervalFn(regroup, 5_000)
    useChannel(globalChannel, (data) => {
      const batch = AmbientBatch.safeParse(data)
      if (!batch.success) return
      live.ambientAt = Date.now()
      add(batch.data.data)
    })
  }
  return { byReceiver }
}
