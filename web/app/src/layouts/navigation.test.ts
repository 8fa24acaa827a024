import { defaultRoles } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { bottomBar, markedPage, sectionsFor, menuFor } from './navigation.ts'

const held = (role: keyof typeof defaultRoles) => new Set<string>(defaultRoles[role])

describe('the rail', () => {
  it('lists only what may be opened, and names no empty group', () => {
    expect(sectionsFor(held('viewer')).map(({ name }) => name)).toEqual(['Now', 'Equipment', 'Site'])
    expect(menuFor(held('viewer')).map(({ route }) => route)).not.toContain('badges')
    expect(sectionsFor(new Set())).toEqual([])
  })
  it('marks one page: the open one, or the one that it belongs to', () => {
    for (const { route } of menuFor(held('admin'))) expect(markedPage(route)).toBe(route)
    expect(markedPage('receiver')).toBe('receivers')
    expect(markedPage('emergency-board')).toBe('emergency')
    expect(markedPage('profile')).toBeUndefined()
  })
})

describe('the bottom bar', () => {
  it('holds four pages and the rest behind the fifth, nothing twice and nothing lost', () => {
    const { bar, more } = bottomBar(held('admin'))
    expect(bar).toHaveLength(4)
    expect([...bar, ...more.flatMap(({ pages }) => pages)]).toEqual(menuFor(held('admin')))
  })
  it('needs no fifth for five or fewer', () => {
    const { bar, more } = bottomBar(new Set(['dashboard.read', 'emergency.read']))
    expect(bar.map(({ route }) => route)).toEqual(['dashboard', 'emergency', 'alerts'])
    expect(more).toEqual([])
  })
})
