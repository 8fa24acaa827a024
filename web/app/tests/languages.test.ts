// Every text in four languages (LANGUAGES.md): the same keys and placeholders everywhere, none unused, and no words in the code of
// the folders that are done.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'vue/compiler-sfc'
import { describe, expect, it } from 'vitest'
import { wordsInScript, wordsInTemplate } from './words-in-code.ts'

/** Folders of src without words in their code; those below are listed by themselves. At the end, all of them. */
const done = [
  'administration',
  'administration/audit',
  'alerts',
  'api',
  'api/notes',
  'api/problems',
  'api/sentences',
  'assets',
  'badges',
  'badges/battery',
  'badges/phones',
  'dashboard',
  'emergency',
  'emergency/board',
  'emergency/board/plan',
  'emergency/board/scan',
  'emergency/board/search',
  'emergency/contact-link',
  'emergency/drills',
  'emergency/personal-link',
  'emergency/readiness',
  'emergency/report',
  'emergency/roster',
  'emergency/wardens',
  'floor-plan',
  'floor-plan/editing',
  'floor-plan/editing/rooms',
  'floor-plan/legend',
  'floor-plan/live',
  'floor-plan/map',
  'floor-plan/overlay',
  'floor-plan/painting',
  'floor-plan/playback',
  'help',
  'layouts',
  'offline',
  'people',
  'realtime',
  'receivers',
  'receivers/connect',
  'receivers/planner',
  'search',
  'session',
  'session/account',
  'site',
  'site/calibration',
  'site/plan',
  'site/setup',
  'ui',
  'ui/code',
  'ui/action',
  'ui/chart',
  'ui/dialog',
  'ui/form',
  'ui/import',
  'ui/paper',
  'ui/resource',
  'ui/table',
  'visits',
  'visits/kiosk',
  'wall-board',
  'weather',
]

/** They name pages by their English titles, which src/texts has in every language. */
const namesPages = /(^|\/)(routes|navigation)\.ts$/

/** They take apart what others wrote: headings of spreadsheets, and XML. */
const readsOthers = ['ui/import/heading-names.ts', 'ui/import/xlsx.ts']

/** Their keys are codes of the contract. */
const byCode = ['api/problems', 'api/notes', 'api/sentences']

type Message = string | { readonly one: string; readonly other: string }
type Messages = Readonly<Record<string, Message>>

const src = fileURLToPath(new URL('../src', import.meta.url))
const languages = ['en', 'de', 'es', 'fr'] as const
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const folders = files.filter((path) => /(^|\/)texts\/en\.ts$/.test(path)).map((path) => dirname(dirname(path)))
const code = files
  .filter((path) => /\.(ts|vue)$/.test(path) && !/\.test\.ts$|\/an?-[\w-]+\.ts$|(^|\/)texts\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

const read = async (folder: string): Promise<Record<(typeof languages)[number], Messages>> =>
  Object.fromEntries(
    await Promise.all(
      languages.map(async (one) => [one, (await import(join(src, folder, 'texts', `${one}.ts`))).texts as Messages]),
    ),
  )

const forms = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other])
const holes = (message: Message) => [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))]

/** Files that say the texts of a folder: those that import the file which makes them. */
function speakersOf(folder: string) {
  const maker = folder === '.' ? 'page-titles.ts' : join(folder, 'texts.ts')
  return code.filter(({ path, text }) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].some(([, from = '']) => join(dirname(path), from) === maker),
  )
}

describe('texts', () => {
  it('are found', () => {
    expect(folders).toContain('layouts')
    expect(folders.filter((folder) => folder !== '.' && !existsSync(join(src, folder, 'texts.ts')))).toEqual([])
  })

  it.each(folders)('of %s are complete in every language, with the same placeholders', async (folder) => {
    const { en, ...others } = await read(folder)
    for (const [language, texts] of Object.entries(others)) {
      expect({ language, keys: Object.keys(texts).toSorted() }).toEqual({ language, keys: Object.keys(en).toSorted() })
      const different = Object.keys(en).filter(
        (key) => holes(texts[key]!).toSorted().join() !== holes(en[key]!).toSorted().join(),
      )
      expect(different, `${language} has other placeholders`).toEqual([])
    }
    const all = Object.entries({ en, ...others })
    const empty = all.flatMap(([language, texts]) =>
      Object.entries(texts).flatMap(([key, message]) =>
        forms(message).some((form) => form.trim() === '' || form !== form.trim()) ? `${language} ${key}` : [],
      ),
    )
    expect(empty).toEqual([])
  })

  it.each(folders)('of %s are all said somewhere, and nothing else is', async (folder) => {
    const { en } = await read(folder)
    const speakers = speakersOf(folder)
    const said = new Set(speakers.flatMap(({ text }) => text.match(/(?<=')[^'\n]+(?=')/g) ?? []))
    if (folder === '.')
      for (const { path, text } of code)
        if (namesPages.test(path)) for (const one of text.match(/(?<=')[^'\n]+(?=')/g) ?? []) said.add(one)
    expect(Object.keys(en).filter((key) => !byCode.includes(folder) && !said.has(key))).toEqual([])
    const asked = speakers
      .filter(({ text }) => (text.match(/import \{[^}]*\bt\b[^}]*\} from/g) ?? []).length === 1)
      .filter(() => folder !== '.')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(?<![\w.$])t\(\s*'([^']+)'/g)].map(([, key = '']) => ({ path, key })),
      )
    expect(asked.filter(({ key }) => !(key in en))).toEqual([])
  })
})

describe('code of folders that are done', () => {
  const inDone = code.filter(
    ({ path }) => done.includes(dirname(path)) && !namesPages.test(path) && !readsOthers.includes(path),
  )
  const scripts = (path: string, text: string) => {
    if (!path.endsWith('.vue')) return wordsInScript(text)
    const { descriptor } = parse(text, { filename: path })
    return [
      ...wordsInScript(descriptor.scriptSetup?.content ?? ''),
      ...wordsInScript(descriptor.script?.content ?? ''),
      ...(descriptor.template?.ast ? wordsInTemplate(descriptor.template.ast) : []),
    ]
  }

  it('has no words of its own', () => {
    expect(inDone.length).toBeGreaterThan(10)
    const found = inDone.flatMap(({ path, text }) => scripts(path, text).map((words) => `${path}: ${words}`))
    expect(found).toEqual([])
  }, 60_000)

  it('is found out when it has', () => {
    const page = `<script setup lang="ts">
      const one = 'Nobody is missing'
      const two = \`\${n} people are here\`
      const fine = { icon: 'i-lucide-users', class: 'flex gap-2', text: t('missing') }
      if (!fine) throw new Error('Never happens')
    </script>
    <template>
      <p title="A title" :aria-label="t('pages')" class="text-lg">Some words {{ busy ? 'Saving' : t('save') }}</p>
      <UButton :label="\`Export \${ending}\`" label="Done" data-testid="Export">Rollcall</UButton>
    </template>`
    expect(scripts('A.vue', page)).toEqual([
      'Nobody is missing',
      ' people are here',
      'A title',
      'Some words',
      'Saving',
      'Export ',
      'Done',
    ])
  })

  it('is in folders that exist', () => {
    expect(done.filter((folder) => !existsSync(join(src, folder)))).toEqual([])
  })
})

// A text that is loaded imports what the start brought: if the start waited for it outside of a function, both would wait for ever.
it('begins without waiting in the main file itself', () => {
  expect(readFileSync(join(src, 'main.ts'), 'utf8')).not.toMatch(/^await /m)
})
