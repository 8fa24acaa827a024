// builtBackend(): the processes of this room bundled as an operator runs them, in a folder of their own below the repository, so that
// node finds the packages.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `fileOf('admin')` is the bundled admin.ts. */
export async function builtBackend(name: string) {
  const folder = join(root, 'dist', `test-${name}-${process.pid}`)
  const source = (file: string) => join(root, 'backend', 'src', `${file}.ts`)
  const input = {
    main: source('main'),
    admin: source('admin'),
    'database-main': source('database-main'),
    'heavy-worker': source('heavy-worker'),
    'positions-worker': source('positions-worker'),
  }
  const isPackage = (id: string) => /^[^./]/.test(id) && !id.startsWith('@rollcall/')
  const bundle = await rolldown({ input, platform: 'node', external: isPackage, cwd: root })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  return {
    fileOf: (process: keyof typeof input) => join(folder, `${process}.js`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
