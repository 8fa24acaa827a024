// The thread that makes positions: does what positions-thread.ts asks for, with connections to the database, the log and the relay of its own.
// Bundled by itself (rolldown.config.mjs).
import { parentPort, workerData } from 'node:worker_threads'
import { logFormat } from '@rollcall/tokens/log-format'
import { pino } from 'pino'
import { connect } from './database/connect.ts'
import { workInThread } from './heavy/heavy-work.ts'
import type { Begun, FromThread, PositionsThreadData, ThreadFunctions } from './positions-thread.ts'
import { startPositions } from './positions.ts'
import { goFirst } from './priority.ts'
import { type Asked, answerTo } from './thread-calls.ts'

const { config, databaseUrl: url, poolSize } = workerData as PositionsThreadData
const log = pino(logFormat('backend', config.logLevel))
goFirst()
const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
const connection = connect({ url, poolSize, purpose: 'positions', onLost })
const heavy = workInThread({ url })
const tell = (message: FromThread) => parentPort?.postMessage(message, [])
let held = () => {}
const onCanary = (canarySentAt: number) => tell({ canarySentAt })
const positions = await startPositions({ config, connection, heavy, log, onCanary, onHeld: () => held() })
held = () => tell({ state: positions.state })
const workNamed = (name: string) => positions.work.find((one) => one.name === name)!
const statuses = () => Object.fromEntries(positions.work.map(({ name, status }) => [name, { ...status }]))

const functions: ThreadFunctions = {
  take: positions.take,
  calibrate: ([floorId, request]) => positions.calibrate(floorId, request),
  radioOf: (floorId) => positions.radioOf(floorId),
  signals: positions.signals,
  answerSignals: positions.answers.signals,
  answerHeard: positions.answers.heard,
  look: () => ({ state: positions.state, statuses: statuses() }),
  runWork: (name) => workNamed(name).run(),
  startWork: (name) => workNamed(name).start(positions.leader.isSure),
  stopWork: (name) => workNamed(name).stop(),
  listensAt: (address) => positions.listensAt(address),
  handOver: positions.handOver,
  async stop() {
    await positions.stop()
    await heavy.stop()
    await connection.close()
  },
}

parentPort?.on('message', async (asked: Asked) => {
  const answer = await answerTo(asked, (name, input) => functions[name as keyof ThreadFunctions](input as never))
  parentPort?.postMessage(answer, [])
})
const work = positions.work.map(({ name, everyMs, leaderOnly }) => ({ name, everyMs, leaderOnly }))
tell({ begun: { work, state: positions.state } satisfies Begun })
