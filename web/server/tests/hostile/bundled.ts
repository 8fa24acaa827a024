// Builds a file of this room into one that Node runs as a process of its own; once per run and file. Below this room, because the
// packages are resolved from there.
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const folder = fileURLToPath(new URL('../../node_modules/.cache/hostile/', import.meta.url))
const built = new Map<string, Promise<string>>()

/** Gives the path of the built file. */
export function bundled(source: URL): Promise<string> {
  const input = fileURLToPath(source)
  const ready = built.get(input) ?? bundle(input)
  built.set(input, ready)
  return ready
}

async function bundle(input: string): Promise<string> {
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
