// JSON lines on standard output, each with a code and, where there is one, the request id; never a secret. Made by main.ts.
import { logFormat } from '@rollcall/tokens/log-format'
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
  const logger = pino(logFormat('web', level))
  /** The code is what one searches for, and the words of the line. */
  const at = (name: 'debug' | 'info' | 'warn' | 'error') => (fields: object, code: string) =>
    logger[name]({ code, ...fields }, code.replaceAll('_', ' '))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
