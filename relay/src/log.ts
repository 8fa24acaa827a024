// JSON lines on stdout. No token, key or payload is ever logged.
import { logFormat } from '@rollcall/tokens/log-format'
import pino from 'pino'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

export function createLog(level: string): Log {
  return pino(logFormat('relay', level))
}
