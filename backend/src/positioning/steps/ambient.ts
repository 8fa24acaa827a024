// Ambient devices are remembered, and those classified just now are published to every page (spec 6.1: `global:all`, only when
// something new was classified). Receivers that hear each other are not ambient devices.
import { type AmbientBatch, type AmbientDevice, globalChannel } from '@rollcall/contracts/channels'
import type { z } from 'zod'
import type { AmbientDevices } from '../../ingest/ambient/ambient-devices.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import type { Step } from '../pipeline.ts'

/** In one message; a page reads the rest with its next snapshot. */
const mostPerMessage = 500
/** A lobby at noon brings somebody new at every batch; nobody needs to know more often. */
const publishEveryMs = 1000

export function ambientStep(devices: AmbientDevices, publisher: Pick<Publisher, 'publish'>): Step {
  let waiting: AmbientDevice[] = []
  let publishedAt = -Infinity
  return {
    name: 'ambient',
    run(batch) {
      const { receivers } = batch.site
      const ambient = batch.ambient.filter(({ transmitterId }) => !receivers.has(transmitterId))
      waiting = [...waiting, ...devices.add(ambient)].slice(0, mostPerMessage)
      if (waiting.length > 0 && batch.now - publishedAt >= publishEveryMs) {
        const message: z.infer<typeof AmbientBatch> = { type: 'ambient-batch', data: waiting }
        publisher.publish(globalChannel, message)
        waiting = []
        publishedAt = batch.now
      }
      return batch
    },
  }
}
