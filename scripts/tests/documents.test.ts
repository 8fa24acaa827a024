// The documents tell the truth: what they name exists, and nothing in the repository names a foreign place.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const pages = trackedFiles().filter((path) => path.endsWith('.md'))

describe('links', () => {
  it.each(pages)('of %s lead to files that exist', (page) => {
    const text = read(page).replaceAll(/^```[^]*?^```$/gm, '')
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map((found) => found[1] ?? '')
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })
})

describe('documents', () => {
  const rooms = 'contracts|tokens|web|backend|relay|simulator|system-tests|bench|scripts|docs|deploy'
  // A journal tells of its day; what it names may have moved since.
  it.each(pages.filter((page) => !page.startsWith('bench/journals/')))('%s names only files that exist', (page) => {
    const named = [...read(page).matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g'))].map(
      (found) => found[1] ?? '',
    )
    expect(named.filter((path) => !existsSync(root + path))).toEqual([])
  })
})

describe('docs/decisions', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))
  it('are numbered one after another', () => {
    const expected = decisions.map((_, index) => String(index + 1).padStart(4, '0'))
    expect(decisions.map((path) => path.slice(15, 19))).toEqual(expected)
  })
  it.each(decisions)('%s is half a page', (path) => {
    expect(read(path).split(/\s+/).length).toBeLessThanOrEqual(300)
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
