// Who may import whom: the rooms of ARCHITECTURE.md. A room is a folder; what it may import is the list beside it.
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { codeFiles, type Source } from './sources.ts'

type Room = {
  folder: string
  mayImport?: readonly RegExp[]
  never?: readonly RegExp[]
  except?: Record<string, readonly RegExp[]>
}

const own = /^\.{1,2}\//
const room = /^@rollcall\//
const contracts = /^@rollcall\/contracts\//
const tokens = /^@rollcall\/tokens\//
const database = /^(pg|kysely)$/

/**
 * Product code only; tests may use more (a real client, a test server). `mayImport` is the whole list, or, where a room uses npm
 * packages freely, the list of rooms; which packages a room uses is in its package.json, and the dead-code check holds the two together.
 */
const rooms: readonly Room[] = [
  { folder: 'contracts/src', mayImport: [own, /^zod$/], never: [/^node:/] },
  {
    folder: 'tokens/src',
    mayImport: [own, /^node:crypto$/],
    except: {
      'tokens/src/secret-files.ts': [/^node:fs$/],
      'tokens/src/tell-systemd.ts': [/^node:child_process$/],
    },
  },
  { folder: 'web/app/src', mayImport: [contracts], never: [/^node:/, database] },
  {
    folder: 'web/server/src',
    mayImport: [contracts, tokens],
    never: [database, /^vue/, /^fastify/],
    except: { 'web/server/src/database-check.ts': [/^pg$/] },
  },
  { folder: 'backend/src', mayImport: [contracts, tokens], never: [/^vue/, /^undici$/] },
  {
    folder: 'relay/src',
    mayImport: [tokens],
    never: [database, /^fastify/],
    except: { 'relay/src/centrifugo/consumers/outbox.ts': [/^pg$/] },
  },
  { folder: 'simulator/src', mayImport: [contracts, tokens], never: [database, /^fastify/] },
]
const wholeList = (mayImport: readonly RegExp[]) => mayImport.includes(own)

/**
 * The folders of the backend from the ground up: each imports itself and what is beside its name. Files at the root put them together
 * and are imported by none of them, but for the few in `leaves`.
 */
const backendLayers: Readonly<Record<string, readonly string[]>> = {
  background: [],
  database: [],
  documents: [],
  files: ['database'],
  heavy: [],
  realtime: [],
  texts: [],
  audit: ['database'],
  backup: ['audit', 'database'],
  notify: ['background', 'database'],
  changes: ['background', 'database'],
  auth: ['audit', 'database', 'realtime'],
  http: ['audit', 'auth', 'background', 'changes', 'database', 'files'],
  ingest: ['background', 'database', 'ownership'],
  ownership: ['background', 'changes', 'database'],
  positioning: ['background', 'database', 'ingest', 'ownership', 'realtime'],
  canary: ['background', 'ingest', 'realtime'],
  domains: [
    'audit',
    'auth',
    'background',
    'canary',
    'database',
    'documents',
    'files',
    'heavy',
    'http',
    'ingest',
    'notify',
    'positioning',
    'realtime',
    'texts',
  ],
}
/** Used on every floor: settings, small tools without imports of ours, and how code says no. */
const leaves = [
  'config.ts',
  'seal.ts',
  'one-time-token.ts',
  'cached-answer.ts',
  'shared-reads.ts',
  'steady-clock.ts',
  'map-in-turns.ts',
  'in-groups.ts',
  'turns.ts',
  'thread-calls.ts',
  'http/refusal.ts',
]

describe('the import table', () => {
  const sources = codeFiles().filter(({ path }) => !path.endsWith('.test.ts'))
  // holds spec 1.2-1, 1.2-2, 4.1.5-2; appendix rules-5
  it.each(rooms)('$folder imports only what it may', (rule) => {
    const inRoom = sources.filter(({ path }) => path.startsWith(`${rule.folder}/`))
    expect(inRoom.length, `${rule.folder} has sources`).toBeGreaterThan(0)
    const foreign = inRoom.flatMap((source) =>
      importsOf(source)
        .filter((name) => isForeign(rule, source.path, name))
        .map((name) => `${source.path} imports ${name}`),
    )
    expect(foreign).toEqual([])
  })

  it('finds a forbidden import when there is one', () => {
    expect(
      importsOf({
        path: 'x.ts',
        text: "import { a } from 'pg'\nimport type { B } from './b.ts'\nconst c = await import('d')\nimport './e.css'",
      }),
    ).toEqual(['pg', './b.ts', 'd', './e.css'])
    const relay = { folder: 'relay/src', mayImport: [tokens], never: [database] }
    expect(isForeign(relay, 'relay/src/hub.ts', '@rollcall/contracts/api')).toBe(true)
    expect(isForeign(relay, 'relay/src/hub.ts', 'pg')).toBe(true)
    expect(isForeign(relay, 'relay/src/hub.ts', '@rollcall/tokens/relay-token')).toBe(false)
    expect(leavesRoom('relay/src/hub.ts', '../../backend/src/x.ts', 'relay/src')).toBe(true)
    expect(leavesRoom('relay/src/engine/hub.ts', '../x.ts', 'relay/src')).toBe(false)
  })

  it('keeps the layers of the backend straight', () => {
    const inBackend = sources.filter(({ path }) => path.startsWith('backend/src/'))
    const crossings = inBackend.flatMap((source) => importsOf(source).flatMap((name) => crossing(source.path, name)))
    expect(crossings).toEqual([])
  })

  it('finds a layer that is crossed', () => {
    expect(crossing('backend/src/database/x.ts', '../http/context.ts')).toEqual([
      'database/x.ts imports http/context.ts',
    ])
    expect(crossing('backend/src/ingest/a/x.ts', '../../positioning/y.ts')).toHaveLength(1)
    expect(crossing('backend/src/unheard-of/x.ts', '../database/y.ts')).toHaveLength(1)
    expect(crossing('backend/src/auth/x.ts', '../server.ts')).toHaveLength(1)
    expect(crossing('backend/src/auth/x.ts', '../http/refusal.ts')).toEqual([])
    expect(crossing('backend/src/http/x.ts', '../auth/y.ts')).toEqual([])
    expect(crossing('backend/src/server.ts', './domains/y.ts')).toEqual([])
  })

  it('lets only config.ts read the environment', () => {
    const readers = sources.filter(
      ({ path, text }) =>
        /^[a-z/]+\/src\//.test(path) &&
        /\b(process|Bun|import\.meta)\.env\b/.test(text) &&
        !/\/config(-[a-z]+)?\.ts$/.test(path),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  it('keeps SQL in queries, migrations and the database folder', () => {
    const sql = /sql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    const elsewhere = sources.filter(
      ({ path, text }) => path.startsWith('backend/src/') && sql.test(text) && !/-queries\.ts$|\/database\//.test(path),
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
  })
})

function isForeign({ folder, mayImport = [], never = [], except = {} }: Room, path: string, name: string): boolean {
  if (except[path]?.some((rule) => rule.test(name))) return false
  if (own.test(name)) return leavesRoom(path, name, folder)
  if (never.some((rule) => rule.test(name))) return true
  const judged = wholeList(mayImport) || room.test(name)
  return judged && !mayImport.some((rule) => rule.test(name))
}

function importsOf({ path, text }: Source): string[] {
  const scripts = path.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1]).join('\n')
    : text
  return ts.preProcessFile(scripts, true, true).importedFiles.map(({ fileName }) => fileName)
}

/** The import as a sentence, when a folder of the backend may not have it. */
function crossing(path: string, name: string): string[] {
  if (!own.test(name)) return []
  const inSources = (full: string) => full.replace(/^\/?backend\/src\//, '')
  const [from, to] = [inSources(path), inSources(new URL(name, `file:///${path}`).pathname)]
  const layerOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? null) : null)
  const [layer, target] = [layerOf(from), layerOf(to)]
  const isAllowed =
    layer === null || leaves.includes(to) || target === layer || (target && backendLayers[layer]?.includes(target))
  return isAllowed ? [] : [`${from} imports ${to}`]
}

/** Whether a relative import climbs out of its room. */
function leavesRoom(path: string, name: string, folder: string): boolean {
  if (!own.test(name)) return false
  const target = new URL(name, `file:///${path}`).pathname.slice(1)
  return !target.startsWith(`${folder}/`) && target !== `${folder.replace(/src$/, '')}package.json`
}
