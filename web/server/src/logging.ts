// JSON lines on standard output, each with a code and, where there is one, the request id; never a secret. Made by main.ts.
import pino from 'pino'

export type Log = {
  readonly info: (fields: object, code: string) => void
  readonly warn: (fields: object, code: string) => void
  readonly error: (fields: object, code: string) => void
  readonly debug: (fields: object, code: string) => void
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export function createLog(level: LogLevel): Log {
  return pino({ level, base: { process: 'web' }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'code' })
}
