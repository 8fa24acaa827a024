import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { backendRows } from '@rollcall/contracts/api'
import { auditNames } from '@rollcall/contracts/endpoint'
import type { Endpoint } from '@rollcall/contracts/endpoint'
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
  it('has words for every row that changes something, and for what the backend records by itself', () => {
    const rows = Object.entries<Record<string, Endpoint>>(backendRows).flatMap(([domain, named]) =>
      Object.entries(named).flatMap(([name, row]) =>
        row.method === 'GET' || row.access === 'public' ? [] : auditNames(domain, name, row).action,
      ),
    )
    const folder = fileURLToPath(new URL('../../../../../backend/src/', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const own = files.flatMap((file) =>
      [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/action: '([a-zA-Z]+\.[a-zA-Z]+)'/g)].map(
        ([, name]) => name,
      ),
    )
    const actions = new Set([...rows, ...own])
    expect(actions.size).toBeGreaterThan(50)
    expect([...actions].filter((name) => name && auditWords(name) === name)).toEqual([])
  })
})

describe('auditSubject', () => {
  it('is the name after the change, before it, or the place it is kept', () => {
    expect(auditSubject({ before: { name: 'Old' }, after: { name: 'New' }, resource: 'zones', count: 1 })).toBe('New')
    expect(auditSubject({ before: { fullName: 'Ada' }, after: null, resource: 'personnel', count: 1 })).toBe('Ada')
    expect(auditSubject({ before: null, after: null, resource: '/api/roles', count: 1 })).toBe('/api/roles')
  })
  it('says how often a denial was repeated', () => {
    const denial = { before: null, after: null, resource: '/api/users', count: 7 }
    expect(auditSubject(denial)).toBe('/api/users, 7 times in a minute')
  })
})
