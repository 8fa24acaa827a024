// A server layer in this process, from the same environment as the built one: the quick way of bench.ts.
import { runInThisContext } from 'node:vm'
import { readSettings } from '../../src/config.ts'
import type { Log } from '../../src/logging.ts'
import { createServerLayer } from '../../src/server.ts'
import type { BenchOptions, LogLine, RunningServer } from './running-server.ts'
import type { TestEnvironment } from './test-environment.ts'

export async function startInProcess(environment: TestEnvironment, options: BenchOptions): Promise<RunningServer> {
  const logged: LogLine[] = []
  let console = ''
  let ahead = 0
  const { clock = 'running', sabotage } = options
  if (sabotage !== undefined) runInThisContext(sabotage)
  const settings = readSettings(environment)
  const layer = await createServerLayer({
    settings,
    log: recordingLog(logged),
    errorConsole: async (text) => void (console += text),
    now: () => (clock === 'running' ? Date.now() : clock) + ahead,
    steadyNow: () => (clock === 'running' ? performance.timeOrigin + performance.now() : clock) + ahead,
  })
  const { port } = await layer.listen(settings.port, settings.host)
  return {
    port,
    logged: () => logged,
    console: () => console,
    clients: () => new Promise((resolve) => layer.server.getConnections((_, count) => resolve(count))),
    advance: async (ms) => void (ahead += ms),
    finish: () => layer.close().then(() => 0),
    kill: async () => {
      layer.server.closeAllConnections()
      await layer.close()
    },
    layer,
    process: null,
  }
}

function recordingLog(logged: LogLine[]): Log {
  const at = (level: string) => (fields: object, code: string) =>
    void logged.push({ level, fields: { ...fields }, code })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
