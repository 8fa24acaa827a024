// The documents tell the truth: what they name exists, and nothing in the repository names a foreign place.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { read, root, trackedFiles } from './sources.ts'

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    const named = [...read('ARCHITECTURE.md').matchAll(/`([a-z][\w.-]*(?:\/[\w.*{}-]*)+)`/g)].map(
      (found) => found[1] ?? '',
    )
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter((path) => !path.includes('*') && !existsSync(root + path))
    expect(missing).toEqual([])
  })
})

describe('links', () => {
  it.each(['README.md', 'CONTRIBUTING.md'])('of %s lead to files that exist', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((found) => found[1] ?? '')
    expect(targets.filter((target) => !existsSync(root + target))).toEqual([])
  })
})

describe('README.md', () => {
  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read('README.md').matchAll(/npm (?:run )?([a-z][a-z:-]*)/g)].map((found) => found[1] ?? '')
    expect(named).toContain('start')
    expect(named).toContain('test')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('the lock file', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string; engines?: { node?: string } }>
  }
  it('names no host', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })
  it('is followed by exact versions in every room', () => {
    const ranges = trackedFiles()
      .filter((path) => path.endsWith('package.json'))
      .flatMap((path) => {
        const room = JSON.parse(read(path)) as Record<string, Record<string, string> | undefined>
        const all = { ...room['dependencies'], ...room['devDependencies'], ...room['optionalDependencies'] }
        return Object.entries(all)
          .filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          .map(([name, version]) => `${path}: ${name} ${version}`)
      })
    expect(ranges).toEqual([])
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  })
})
