// A port on loopback that nobody listens on. Used by launcher.ts and recover.ts.
import { createServer } from 'node:net'
import { portTaken } from './start-failure.ts'

/** 0: any. */
export function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => reject(portTaken(wanted)))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}
