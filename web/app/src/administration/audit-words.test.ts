import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { auditSubject, auditWords } from './audit-words.ts'

describe('auditWords', () => {
  it('says additions, changes and deletions of every register alike', () => {
    expect(auditWords('personnel.change')).toBe('Person changed')
    expect(auditWords('zoneTypes.remove')).toBe('Zone type deleted')
  })
  it('tells an action without words by its name', () => {
    expect(auditWords('something.new')).toBe('something.new')
  })
  it('has words for every action that the backend records', () => {
    const folder = fileURLToPath(new URL('../../../../backend/src/', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const actions = new Set(
      files.flatMap((file) =>
        [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/action: '([a-zA-Z]+\.[a-zA-Z]+)'/g)].map(
          ([, name]) => name,
        ),
      ),
    )
    expect(actions.size).toBeGreaterThan(30)
    expect([...actions].filter((name) => name && auditWords(name) === name)).toEqual([])
  })
})

describe('auditSubject', () => {
  it('is the name after the change, before it, or the place it is kept', () => {
    expect(auditSubject({ before: { name: 'Old' }, after: { name: 'New' }, resource: 'zones' })).toBe('New')
    expect(auditSubject({ before: { fullName: 'Ada' }, after: null, resource: 'personnel' })).toBe('Ada')
    expect(auditSubject({ before: null, after: null, resource: '/api/roles' })).toBe('/api/roles')
  })
})
