// What `npm run check` finds in the manifests of deploy/several-machines, and that the processes they name are the ones there are.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkManifests } from '../setup/manifests.mjs'
import { root } from '../setup/project.mjs'

const source = join(root, 'deploy', 'several-machines')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function changed(file: string, from: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-manifests-'))
  folders.push(folder)
  cpSync(source, folder, { recursive: true })
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, file), text.replace(from, to))
  return folder
}

// holds spec 4.5-1
it('finds nothing wrong with them as they are', { timeout: 120_000 }, async () => {
  expect(await checkManifests()).toEqual({ code: 0, output: '' })
})

it.each([
  ['a wrong name in Compose', 'compose.yaml', 'restart: unless-stopped', 'restarts: unless-stopped', 'restarts'],
  ['a wrong kind of value in Compose', 'compose.yaml', "ports: ['443:8443']", 'ports: 443', '/services/haproxy/ports'],
  ['a wrong name in Kubernetes', 'kubernetes.yaml', 'readinessProbe:', 'readyProbe:', 'readyProbe'],
  ['a wrong kind of value in Kubernetes', 'kubernetes.yaml', 'replicas: 3', "replicas: 'three'", "to type 'number'"],
])('finds %s', { timeout: 120_000 }, async (_, file, from, to, said) => {
  const { code, output } = await checkManifests(changed(file, from, to))
  expect(code).not.toBe(0)
  expect(output).toContain(said)
})

it('knows every address of the balancer in each of its settings', () => {
  const config = readFileSync(join(source, 'haproxy.cfg'), 'utf8')
  const used = [...new Set([...config.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted()
  const example = readFileSync(join(source, 'haproxy.env.example'), 'utf8')
  const compose = readFileSync(join(source, 'compose.yaml'), 'utf8')
  expect(used.length).toBeGreaterThan(15)
  for (const name of used) {
    expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
    expect(compose).toMatch(new RegExp(`^      ${name}: `, 'm'))
  }
})
