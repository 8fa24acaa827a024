// Where a program of the machine lies, or null: tests that need one say loudly that it is not there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
