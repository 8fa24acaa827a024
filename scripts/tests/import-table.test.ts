// Who may import whom: the rooms of ARCHITECTURE.md. A room is a folder; what it may import is the list beside it.
import { describe, expect, it } from 'vitest'
import { codeFiles, type Source } from './sources.ts'

type Room = { folder: string; mayImport: readonly RegExp[]; except?: Record<string, readonly RegExp[]> }

const own = /^\.{1,2}\//
const node = /^node:/

/** Product code only; tests may use more (a real client, a test server). */
const rooms: readonly Room[] = [
  { folder: 'contracts/src', mayImport: [own, /^zod$/] },
  { folder: 'tokens/src', mayImport: [own, /^node:crypto$/] },
  {
    folder: 'web/app/src',
    mayImport: [
      own,
      /^@rollcall\/contracts\//,
      /^(vue|vue-router|pinia|centrifuge|leaflet|zod)$/,
      /^@vueuse\/core$/,
      /^@nuxt\/ui/,
      /^leaflet\/.*\.css$/,
      /^@iconify/,
      /^@internationalized\/date$/,
    ],
  },
  {
    folder: 'web/server/src',
    mayImport: [
      own,
      node,
      /^@rollcall\/(contracts|tokens)\//,
      /^(undici|find-my-way|pino|prom-client|zod|openid-client|ipaddr\.js)$/,
    ],
    except: { 'web/server/src/database-health.ts': [/^pg$/] },
  },
  {
    folder: 'backend/src',
    mayImport: [
      own,
      node,
      /^@rollcall\/(contracts|tokens)\//,
      /^(fastify|kysely|pg|bcrypt|pino|prom-client|zod|mqtt)$/,
      /^@fastify\//,
    ],
  },
  { folder: 'relay/src', mayImport: [own, node, /^bun$/, /^@rollcall\/tokens\//] },
  { folder: 'simulator/src', mayImport: [own, node, /^@rollcall\/contracts\//, /^zod$/] },
]

describe('the import table', () => {
  const sources = codeFiles().filter(({ path }) => !path.endsWith('.test.ts'))
  it.each(rooms)('$folder imports only what it may', ({ folder, mayImport, except }) => {
    const inRoom = sources.filter(({ path }) => path.startsWith(`${folder}/`))
    expect(inRoom.length, `${folder} has sources`).toBeGreaterThan(0)
    const foreign = inRoom.flatMap((source) => {
      const allowed = [...mayImport, ...(except?.[source.path] ?? [])]
      return importsOf(source)
        .filter((name) => !allowed.some((rule) => rule.test(name)) || leavesRoom(source.path, name, folder))
        .map((name) => `${source.path} imports ${name}`)
    })
    expect(foreign).toEqual([])
  })

  it('finds a forbidden import when there is one', () => {
    expect(
      importsOf({
        path: 'x.ts',
        text: "import { a } from 'pg'\nimport type { B } from './b.ts'\nconst c = await import('d')\nimport './e.css'",
      }),
    ).toEqual(['pg', './b.ts', 'd', './e.css'])
    expect(leavesRoom('relay/src/hub.ts', '../../backend/src/x.ts', 'relay/src')).toBe(true)
    expect(leavesRoom('relay/src/engine/hub.ts', '../x.ts', 'relay/src')).toBe(false)
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

function importsOf({ text }: Source): string[] {
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...statements].map((found) => found[1] ?? found[2] ?? '')
}

/** Whether a relative import climbs out of its room. */
function leavesRoom(path: string, name: string, folder: string): boolean {
  if (!own.test(name)) return false
  const target = new URL(name, `file:///${path}`).pathname.slice(1)
  return !target.startsWith(`${folder}/`)
}
