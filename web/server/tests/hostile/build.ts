// Before the hostile suite: builds the server layer, and the attackers of HT-08, into files that Node runs as processes of their own.
// Below this room, because the packages are resolved from there.
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import type { TestProject } from 'vitest/node'

const folder = fileURLToPath(new URL('../../node_modules/.cache/hostile/', import.meta.url))

export async function setup({ provide }: TestProject): Promise<void> {
  const server = await bundle(new URL('../../src/main.ts', import.meta.url))
  const slowAttackers = await bundle(new URL('slow-attackers.ts', import.meta.url))
  provide('built', { server, slowAttackers })
}

/** Gives the path of the built file. */
async function bundle(source: URL): Promise<string> {
  const input = fileURLToPath(source)
  const file = join(folder, `${basename(input, '.ts')}.js`)
  await build({
    input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@rollcall/'),
    output: { file, format: 'esm' },
    logLevel: 'silent',
  })
  return file
}
