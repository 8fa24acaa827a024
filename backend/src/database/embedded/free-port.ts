// A port on loopback that nobody listens on. Used by launcher.ts and recover.ts.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { portTaken } from './start-failure.ts'

/** 0: any below those that a system gives to connections (32768 upwards), of which one could take it before the database does. */
export async function freePort(wanted: number): Promise<number> {
  for (;;) {
    const port = wanted || randomInt(20_000, 32_000)
    if (await isFree(port)) return port
    if (wanted) throw portTaken(wanted)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
