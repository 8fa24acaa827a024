// The tracked sources of the repository as the self-tests see them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export type Source = { path: string; text: string }

/** Tracked files and new ones that git does not ignore, as they are in the working tree. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(root + path))
}

export const isCode = (path: string) => /\.(ts|mjs|vue)$/.test(path)

export function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

export function codeFiles(): Source[] {
  return trackedFiles()
    .filter(isCode)
    .map((path) => ({ path, text: read(path) }))
}
