// What stands between the processes of a product that is started for it, so that they can be cut off from each other, and what sets the
// clocks of two of them. Others run without: a process that is gone is refused at once then, and not by a gate.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aGate } from '../cluster/gate.ts'

export type Clock = 'backend' | 'web'
export type Preparations = Awaited<ReturnType<typeof prepare>>

export async function prepare(dataDir: string, ports: { readonly backend: number; readonly relay: number }) {
  const gates = {
    'the web server from the backend': await aGate(ports.backend),
    'the backend from the relay': await aGate(ports.relay),
    'pages from the relay': await aGate(ports.relay),
    'receivers from the backend': await aGate(ports.backend),
  }
  const addressOf = (name: keyof typeof gates) => `http://127.0.0.1:${gates[name].port}`
  const shifts = join(dataDir, 'clock-shifts.json')
  const setClock = (shiftMs: { readonly [Whose in Clock]?: number }) => {
    // In one step: it may be read at any moment.
    writeFileSync(`${shifts}.new`, JSON.stringify(shiftMs))
    renameSync(`${shifts}.new`, shifts)
  }
  setClock({})
  return {
    gates,
    setClock,
    environment: {
      BACKEND_URL: addressOf('the web server from the backend'),
      REALTIME_PUBLISH_URL: `${addressOf('the backend from the relay')}/api`,
      RELAY_URL: addressOf('pages from the relay'),
      INGEST_URL: `${addressOf('receivers from the backend')}/ingest`,
      CLOCK_SHIFTS: shifts,
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url))}`,
    },
    async stop() {
      for (const gate of Object.values(gates)) await gate.stop()
    },
  }
}
