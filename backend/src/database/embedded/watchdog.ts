// PostgreSQL would run on for ever when we die without a word (SIGKILL, out of memory). A tiny shell holds the other end of a pipe
// of ours: when the pipe closes, it shuts PostgreSQL down. Started by launcher.ts beside every PostgreSQL.
import { spawn } from 'node:child_process'
import type { RunAs } from './run-as.ts'

/** Answers how to call it off. Where there is no shell (Windows) the next start clears up instead. */
export function guard(pid: number, user: RunAs | null): () => void {
  if (process.platform === 'win32') return () => undefined
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    ...user,
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return () => shell.kill('SIGKILL')
}
