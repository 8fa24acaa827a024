// The page asks no server for icons, so every icon named in the source must be in the bundled collection.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import collection from '@iconify-json/lucide/icons.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(vue|ts)$/.test(name))

describe('icons', () => {
  const used = new Set(
    files.flatMap((name) =>
      [...readFileSync(source + name, 'utf8').matchAll(/i-lucide-([a-z0-9-]+)/g)].map(([, icon]) => icon),
    ),
  )
  it('are used', () => {
    expect(used.size).toBeGreaterThan(10)
  })
  it('are all in the collection that is bundled', () => {
    const known = { ...collection.icons, ...collection.aliases } as Record<string, unknown>
    expect([...used].filter((name) => !(String(name) in known))).toEqual([])
  })
})
