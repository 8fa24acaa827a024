// Bundles the Node processes: our own rooms go in, npm packages stay outside. `scripts/build.mjs` and `scripts/dev.mjs` run it.
// Each bundle lies in its room's dist folder, so that packages resolve from that room and relative paths keep their depth.
import { defineConfig } from 'rolldown'

/** @param {string} room @param {Record<string, string>} input */
const bundle = (room, input) =>
  defineConfig({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, `${room}/src/${file}`])),
    platform: 'node',
    external: (id) =>
      !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id) && !id.startsWith('@rollcall/'),
    output: { dir: `${room}/dist`, format: 'esm', sourcemap: true, cleanDir: true, chunkFileNames: 'part-[name].js' },
  })

export default [
  bundle('backend', {
    main: 'main.ts',
    'database-main': 'database-main.ts',
    admin: 'admin.ts',
    'heavy-worker': 'heavy-worker.ts',
    'positions-worker': 'positions-worker.ts',
  }),
  bundle('web/server', { main: 'main.ts' }),
  bundle('simulator', { main: 'main.ts' }),
]
