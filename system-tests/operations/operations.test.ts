// docs/operations.md, followed literally on a clean machine with a release of this checkout: setup → TLS → a gateway posts through the
// proxy → backup → upgrade → rollback → restore. The page's own commands, in its order; what is looked at between them is ours.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findProgram } from '../setup/find-program.ts'
import { aMachine, type Machine } from './a-machine.ts'

const root = join(import.meta.dirname, '..', '..')
const released = process.env['RELEASE_DIR'] ?? join(root, 'dist', 'release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const platform = `${process.platform}-${process.arch}`
const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8')
/** Its chapters by their headings, with the commands in each. */
const chapters = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((found) => found[1] ?? '')
      return [text.slice(0, text.indexOf('\n')), blocks]
    }),
)

let machine: Machine
let archives: string
let password = ''
const email = 'you@example.com'
const data = () => join(machine.folder, 'var/lib/rollcall')

beforeAll(async () => {
  const nginx = findProgram('nginx')
  if (!nginx) throw new Error('This test needs nginx (apt-get install nginx): it is what ends TLS on the page.')
  machine = await aMachine(nginx)
  archives = mkdtempSync(join(tmpdir(), 'rollcall-archives-'))
  cpSync(released, archives, { recursive: true })
})
afterAll(async () => {
  await machine.remove()
  rmSync(archives, { recursive: true })
})

/** Everything that the chapter says to type, or one part of it; `time` stands for that of the page. */
async function follow(chapter: string, part?: number, time = ''): Promise<string> {
  const all = chapters.get(chapter)
  const blocks = part === undefined ? all : all?.slice(part, part + 1)
  if (!blocks || blocks.length === 0) throw new Error(`docs/operations.md has no commands under "${chapter}".`)
  let said = ''
  for (const block of blocks)
    said += await machine.sh(
      block
        .replaceAll('0.1.0-linux-x64', `${version}-${platform}`)
        .replaceAll('linux-x64', platform)
        .replaceAll('2026-11-16T14:04:00Z', time),
      archives,
    )
  return said
}

type Reply = { readonly status: number; readonly data: Record<string, unknown>; readonly cookie: string }

function ask(path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const asked = request(machine.url + path, {
      ca: machine.ca,
      method: text ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
    })
    asked.once('error', reject)
    asked.once('response', (reply) => {
      let said = ''
      reply.on('data', (chunk: Buffer) => (said += chunk.toString()))
      reply.once('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          data: said.startsWith('{') ? JSON.parse(said) : {},
          cookie: (reply.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
        }),
      )
    })
    asked.end(text)
  })
}
const signIn = (who: string, secret: string) =>
  ask('/api/auth/login', { email: who, password: secret }).then(({ status }) => status)
/** The first one works once. Answers the status. */
async function changePassword(who: string, currentPassword: string, newPassword: string): Promise<number> {
  const { cookie } = await ask('/api/auth/login', { email: who, password: currentPassword })
  const token = /csrf\w*=([^;]+)/.exec(cookie)?.[1] ?? ''
  const headers = { cookie, 'x-csrf-token': decodeURIComponent(token) }
  return (await ask('/api/auth/change-password', { currentPassword, newPassword }, headers)).status
}
const passwordIn = (said: string) => /\S+@\S+ {2}(\S+) {2}\(works once/.exec(said)?.[1] ?? ''

it('installs from the archive, without a registry, a compiler or a build', async () => {
  expect(await follow('Install')).toContain(`\n${version}\n`)
  // As on a machine without a network: nothing in a release would ask for one.
  expect(existsSync(join(machine.folder, 'opt/rollcall/package-lock.json'))).toBe(false)
  await machine.sh('cd /opt/rollcall && sha256sum --check --quiet SHA256SUMS')
  const materials = JSON.parse(readFileSync(join(machine.folder, 'opt/rollcall/sbom.cdx.json'), 'utf8'))
  expect(materials).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'rollcall', version } } })
  const names: string[] = materials.components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ''))
  const some = ['fastify', 'pg', 'vue', 'zod', `%40embedded-postgres/${platform}`].map((name) => `pkg:npm/${name}`)
  expect(names).toEqual(expect.arrayContaining(some))
  expect(names).not.toContain('pkg:npm/vitest')
})

it('sets up an empty site with secrets that only it can read', async () => {
  const said = await follow('Set up')
  password = passwordIn(said)
  expect(password).not.toBe('')
  const secret = ['rollcall.env', 'secrets.json', 'backup-passphrase', 'database-password']
  expect(secret.filter((name) => (statSync(join(data(), name)).mode & 0o777) !== 0o600)).toEqual([])
  expect(existsSync(join(data(), 'demo-accounts.json'))).toBe(false)
  await expect(machine.sh('rollcall setup --url https://rollcall.example.com')).rejects.toThrow('already')
  await expect(machine.sh('rollcall doctor')).rejects.toThrow('Rollcall is not running')
})

it('serves it over TLS', async () => {
  await follow('Start, with TLS')
  const first = password
  password = 'seven lamps in the plant room'
  expect(await changePassword(email, first, password)).toBe(200)
  expect(await signIn(email, first)).toBe(401)
  expect(await signIn(email, password)).toBe(200)
  expect(await signIn(email, 'not the password')).toBe(401)
})

// holds spec 4.5-7
it('takes what a gateway posts through the proxy, and nothing else for the backend', async () => {
  expect(await follow('Gateways')).toContain('"accepted":1')
  expect(await ask('/metrics')).not.toMatchObject({ status: 200 })
  expect((await ask('/ingest/raddec', [])).status).toBe(401)
})

it('backs up, and the doctor is content', async () => {
  const said = await follow('Back up')
  expect(said).toContain('restored into a scratch database to check them')
  expect(said).toContain('none changed, removed or reordered')
  expect(said).not.toContain('✗')
})

it('upgrades with a backup first', async () => {
  await aNewerVersion()
  const said = await follow('Upgrade')
  expect(said).toContain('To be changed: 9000-later')
  expect(said).toContain('Rollcall is running: restart it with this version')
  expect(said).toContain('rollcall restore --replace --from')
  expect(await machine.sh('rollcall --version')).toBe('0.2.0\n')
  expect(await signIn(email, password)).toBe(200)
  expect(await machine.sh('rollcall doctor')).toContain('0.2.0')
  const made = await machine.sh('rollcall create-user --email later@example.com --name Later --role viewer')
  expect(await signIn('later@example.com', passwordIn(made))).toBe(200)
})

it('rolls back to the version and the backup from before', async () => {
  // The old version alone does not do.
  await expect(
    machine.sh(
      `/opt/rollcall-${version}-${platform}/bin/rollcall create-user --email x@example.com --name X --role viewer`,
    ),
  ).rejects.toThrow('A newer version of Rollcall has changed this database (9000-later)')
  await follow('Roll back')
  expect(await machine.sh('rollcall --version')).toBe(`${version}\n`)
  expect(await signIn(email, password)).toBe(200)
  expect(await signIn('later@example.com', 'whatever it was')).toBe(401)
  expect(readdirSync(data()).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
})

it('comes back on a new machine from what was copied elsewhere', async () => {
  await machine.sh(
    'systemctl stop rollcall; nginx -s stop; while [ -f nginx.pid ]; do sleep 0.1; done; rm -rf /var/lib/rollcall /etc/systemd/system/* /etc/nginx/conf.d/*',
  )
  expect(await follow('A new machine')).toContain('none changed, removed or reordered')
  expect(await signIn(email, password)).toBe(200)
  expect(await machine.sh('rollcall doctor || true')).toContain('✓ database')
})

it('goes back to a minute in which nothing was deleted yet', async () => {
  expect(await follow('Back to any minute', 0)).toMatch(/Every moment since .* can be restored/)
  const add = (who: string) => `rollcall create-user --email ${who}@example.com --name ${who} --role viewer`
  const kept = passwordIn(await machine.sh(add('kept')))
  // The page has whole seconds.
  const noted = new Date(Math.ceil(Date.now() / 1000) * 1000)
  await machine.sh(`while [ $(date +%s) -le ${noted.getTime() / 1000} ]; do sleep 0.1; done`)
  const later = passwordIn(await machine.sh(add('later')))
  expect([await signIn('kept@example.com', kept), await signIn('later@example.com', later)]).toEqual([200, 200])
  expect(await machine.sh('rollcall doctor || true')).toContain('✓ moments: since')
  const time = noted.toISOString().replace('.000', '')
  const foreign = `DATABASE_URL=postgres://x@127.0.0.1:1/x rollcall restore --at ${time}`
  await expect(machine.sh(foreign)).rejects.toThrow('bring it to a moment with its own tools')
  const said = await follow('Back to any minute', 1, time)
  expect(said).toContain(`The database is as it was at ${time}`)
  expect(said).toContain('none changed, removed or reordered')
  expect([await signIn('kept@example.com', kept), await signIn('later@example.com', later)]).toEqual([200, 401])
})

/** The same code with another number, and a change to the database that this version does not know. */
async function aNewerVersion(): Promise<void> {
  const [from, to] = [`rollcall-${version}-${platform}`, `rollcall-0.2.0-${platform}`]
  await machine.sh(`tar -xzf ${from}.tar.gz`, archives)
  renameSync(join(archives, from), join(archives, to))
  const inside = (path: string) => join(archives, to, path)
  const about = readFileSync(inside('package.json'), 'utf8')
  writeFileSync(inside('package.json'), about.replace(`"version": "${version}"`, '"version": "0.2.0"'))
  const bundles = readdirSync(inside('backend/dist')).filter((name) => name.endsWith('.js'))
  const list = /(const migrations = \[[\s\S]*?)\n\];/
  const changed = bundles.filter((name) => {
    const text = readFileSync(inside(`backend/dist/${name}`), 'utf8')
    const newer = text.replace(list, '$1,\n{ name: "9000-later", sql: "CREATE TABLE later (id integer)" }\n];')
    writeFileSync(inside(`backend/dist/${name}`), newer)
    return newer !== text
  })
  expect(changed).toHaveLength(1)
  await machine.sh(`tar -cf - ${to} | gzip -1 > ${to}.tar.gz && rm -r ${to}`, archives)
}
