import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RouteRecordRaw } from 'vue-router'
import { routes } from '../features.ts'
import { guide, matchingSections, sectionsForPage } from './guide.ts'
import { guideRoles } from './guide-section.ts'
import { keysOfPages } from './keys.ts'

const pagesOf = ({ name, meta, children = [] }: RouteRecordRaw): { name: string; plain: boolean }[] => [
  ...(typeof name === 'string' && meta ? [{ name, plain: meta.frame === 'plain' }] : []),
  ...children.flatMap(pagesOf),
]
const pages = routes.flatMap(pagesOf)

describe('the guide', () => {
  it('helps with every page that has the frame, and names only pages that exist', () => {
    const framed = pages.filter(({ plain }) => !plain).map(({ name }) => name)
    expect(framed.filter((name) => sectionsForPage(name).length === 0)).toEqual([])
    const named = [...guide().flatMap((section) => section.pages), ...Object.keys(keysOfPages)]
    expect(named.filter((name) => !pages.some((page) => page.name === name))).toEqual([])
  })
  it('has sections for every role, each with an address of its own', () => {
    for (const role of guideRoles) expect(guide().some((one) => one.role === role)).toBe(true)
    expect(new Set(guide().map(({ id }) => id)).size).toBe(guide().length)
  })
  it('shows only pictures that exist, in both themes', () => {
    const wanted = guide().flatMap(({ picture }) => (picture ? [`${picture}-light`, `${picture}-dark`] : []))
    const missing = wanted.filter(
      (name) => !existsSync(new URL(`../../../../docs/pictures/${name}.png`, import.meta.url)),
    )
    expect(missing).toEqual([])
    expect(wanted.length).toBeGreaterThan(20)
  })
  it('is searched by words, accents and case aside, titles first', () => {
    expect(matchingSections('  BATTERIES ').at(0)?.id).toBe('batteries')
    expect(matchingSections('deputy').map(({ id }) => id)).toContain('my-list')
    expect(matchingSections('zebra')).toEqual([])
    expect(matchingSections('')).toHaveLength(guide().length)
  })
})
