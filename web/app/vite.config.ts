// How the browser application is built and served while developing. Everything it needs is bundled: icons and the
// font come from npm packages, so neither the build nor the page asks a foreign host for anything.
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

type Part = Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>

const inSource = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** Pages that are opened by their address and must come soonest; src/first.js has the addresses. */
const pagesAhead = { board: 'emergency/board/EmergencyBoard.vue', floorPlan: 'floor-plan/FloorPlan.vue' }

/** A script that is no module keeps its name; with its content in the name, browsers need not ask whether it has changed. It is told
 * which files a page needs, so that they come beside the application's start and not after it. */
function firstScript(): Plugin {
  let name = ''
  return {
    name: 'first-script',
    apply: 'build',
    generateBundle(_, bundle) {
      const parts = Object.values(bundle).filter((part) => part.type === 'chunk')
      const start = filesOf(
        parts,
        parts.filter((part) => part.isEntry),
      )
      const frame = parts.filter((part) => part.name === 'frame')
      const filesOfPages = Object.entries(pagesAhead).map(([page, file]) => {
        const shown = parts.filter((part) => part.moduleIds.includes(inSource(file)))
        if (frame.length + shown.length !== 2) this.error(`No part of the bundle is ${file} alone, or the frame.`)
        return [page, [...filesOf(parts, [...frame, ...shown])].filter((one) => !start.has(one))]
      })
      const source = readFileSync(inSource('first.js'), 'utf8')
      const told = source.replace(
        'filesOfPages = {}',
        `filesOfPages = ${JSON.stringify(Object.fromEntries(filesOfPages))}`,
      )
      if (told === source) this.error('src/first.js has no place for the files of pages.')
      name = this.getFileName(this.emitFile({ type: 'asset', name: 'first.js', source: told }))
    },
    transformIndexHtml: (html) => html.replace('src/first.js', name),
  }
}

/** Of these parts of the bundle, and of all that they import. */
function filesOf(parts: readonly Part[], from: readonly Part[], found = new Set<string>()): Set<string> {
  for (const { fileName, imports } of from) {
    if (found.has(fileName)) continue
    found.add(fileName)
    filesOf(
      parts,
      parts.filter((part) => imports.includes(part.fileName)),
      found,
    )
  }
  return found
}

/** What this page imports, itself and by others; not through Reka's list of all that it has, of which a page uses little. */
function importedBy(page: string): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (!found) {
      found = new Set([inSource(page)])
      for (const one of found) {
        if (/reka-ui.dist.index/.test(one)) continue
        for (const next of graph.getModuleInfo(one)?.importedIds ?? []) found.add(next)
      }
    }
    return found.has(id)
  }
}
const isImportedByPlan = importedBy(pagesAhead.floorPlan)
const isImportedByKiosk = importedBy('visits/kiosk/Kiosk.vue')
/** What the floor plan and many others need; but a kiosk, which has no frame, does not wait for what others need. */
const inCommon: Rolldown.CodeSplittingNameFunction = (id, graph) =>
  isImportedByPlan(id, graph) && !isImportedByKiosk(id, graph) ? 'common' : null

/** Reka's components as namespaces lie in one module, which a page would get whole: a popover would bring date fields and their
 * calendars. Each component that asks for namespaces gets a module of its own with those it uses. */
function namespacesApart(): Plugin {
  const module = 'reka-ui/namespaced'
  return {
    name: 'namespaces-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== module || !importer) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && { ...found, id: `${found.id}?${basename(importer)}` }
    },
  }
}

/** Colour means state: success accounted or online, warning ageing, error missing, secondary needs help, info drill. */
const colors = {
  primary: 'petrol',
  neutral: 'mist',
  success: 'green',
  warning: 'amber',
  error: 'red',
  secondary: 'violet',
  info: 'blue',
}

/** The shades of each colour, as part of the style sheet. Nuxt UI has a plugin that writes them into every page when it runs, with a
 * library for heads of documents and all colours of Tailwind: 9 kB before the first page. */
function shadesInStyles(): Plugin {
  const shades = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]
  const lines = Object.entries(colors).flatMap(([name, colour]) =>
    shades.map((shade) => `--ui-color-${name}-${shade}: var(--color-${colour}-${shade});`),
  )
  return {
    name: 'shades-in-styles',
    enforce: 'pre',
    transform: {
      filter: { id: inSource('styles.css') },
      handler: (css) => `${css}\n@layer theme { :root { ${lines.join(' ')} } }\n`,
    },
  }
}

/** The contract's schemas check what pages send; nobody asks them for a description of themselves, which is a quarter of zod. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod.v4.classic.schemas\.js$/ },
      handler(code) {
        const parts = [
          /^ *inst\._zod\.processJSONSchema = .*;$/gm,
          /^ *jsonSchema: \{[^}]*\},$/gm,
          /^ *toJSONSchema\(params\) \{[^}]*\{\}[^}]*\},$/gm,
        ]
        return parts.reduce((rest, part) => {
          const less = rest.replaceAll(part, '')
          return less === rest ? this.error(`zod has changed: nothing in it is ${part}.`) : less
        }, code)
      },
    },
  }
}

/** While developing, pages come through the server layer (`npm run dev`), and hot updates straight from here. */
function hotUpdatesFromHere(): Plugin {
  return {
    name: 'hot-updates-from-here',
    apply: 'serve',
    config: ({ server: { port = 5173 } = {} }) => ({ server: { port, ws: { clientPort: port } } }),
  }
}

/** The version of the whole product, shown in the menu of the account. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What is ticked or chosen is pressed by its words: 44 px high for a finger. */
const wordsForFingers = {
  container: 'pointer-coarse:h-11',
  label: 'pointer-coarse:min-h-11 pointer-coarse:content-center',
}

/** Entries of menus and lists, likewise. */
const entriesForFingers = { slots: { item: 'pointer-coarse:min-h-11 pointer-coarse:items-center' } }

export default defineConfig({
  define: { rollcallVersion: JSON.stringify(version) },
  // @nuxt/ui sits in the root node_modules and would otherwise miss, or duplicate, these two.
  resolve: {
    dedupe: ['vue', 'vue-router'],
    alias: [{ find: /^@iconify\/vue$/, replacement: inSource('ui/bundled-icons.ts') }],
  },
  plugins: [
    firstScript(),
    namespacesApart(),
    shadesInStyles(),
    withoutJsonSchema(),
    hotUpdatesFromHere(),
    vue(),
    ui({
      // Components are imported by name where they are used; nothing appears by auto-import.
      components: false,
      autoImport: false,
      dts: false,
      experimental: { componentDetection: true },
      icon: { clientBundle: { scan: { globInclude: ['src/**/*.{vue,ts}'] } } },
      ui: {
        colors,
        // Words in the colour of their own ground are too pale to read.
        alert: { slots: { description: 'text-highlighted opacity-100' } },
        // Titles and sentences end before the button that closes.
        modal: { slots: { wrapper: 'pe-8', close: 'pointer-coarse:top-2.5 pointer-coarse:end-2.5' } },
        // 24 px at least, and in the same place.
        toast: { slots: { close: '-m-0.5 p-0.5 pointer-coarse:-m-3' } },
        dropdownMenu: entriesForFingers,
        commandPalette: entriesForFingers,
        select: entriesForFingers,
        selectMenu: entriesForFingers,
        // Rounder, so small a box would pass for a circle.
        checkbox: { slots: { base: 'rounded-[4px]', ...wordsForFingers } },
        radioGroup: { slots: wordsForFingers },
      },
    }),
  ],
  // Not 'assets': that is a page of the application. web/server lets browsers keep what lies here.
  build: {
    target: 'es2022',
    assetsDir: 'built',
    // Pages have few rules of their own: all of them together weigh less than a request for each page's.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few files, because each request costs a phone more than some bytes too many: what the start needs, what the sign-in page
        // needs, the frame around every page, what many pages need beside the floor plan, and one file for all that the same pages share.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'sign-in', test: /session.SignIn\.vue/, priority: 4 },
            {
              name: 'frame',
              test: /layouts.(Default|Mobile)Layout\.vue|emergency.EmergencyBar\.vue/,
              priority: 3,
            },
            { name: inCommon, debugName: 'common', minShareCount: 8, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000, priority: 1 },
          ],
        },
        // Else named after every page that shares it.
        chunkFileNames: ({ name }) => `built/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
})
