// Every text is asked for when it is shown, so that another language reaches a page that stands, with what was typed into it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'vue/compiler-sfc'
import { expect, it } from 'vitest'
import { eagerTexts } from './eager-texts.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const script = (path: string) => {
  const text = readFileSync(join(src, path), 'utf8')
  if (!path.endsWith('.vue')) return { path, text }
  const { script: plain, scriptSetup } = parse(text, { filename: path }).descriptor
  return { path, text: `${plain?.content ?? ''}\n${scriptSetup?.content ?? ''}` }
}
const scripts = files.filter((path) => /(?<!\.test|\.d)\.(ts|vue)$/.test(path)).map(script)
const ways = [
  ...files.filter((path) => path.endsWith('texts.ts')).map((path) => `${path}#t`),
  'page-titles.ts#titleText',
  'languages/language.ts#language',
  'languages/language.ts#locale',
  // They read the words they are given.
  'ui/form/form-field.ts#fieldsOf',
  'ui/form/form-field.ts#choicesOf',
]
/** The name that a passkey is given unless another is typed, and the language to which a tablet returns. */
const meantToStay = [
  'session/account/SecondFactorSetup.vue: deviceWords(navigator.userAgent)',
  'visits/kiosk/Kiosk.vue: language()',
]

it('no text is asked for before it is shown', () => {
  expect(scripts.length).toBeGreaterThan(500)
  expect(eagerTexts(scripts, new Set(ways))).toEqual(meantToStay)
}, 60_000)

it('one that is asked for too early is found out', () => {
  const words = {
    path: 'words.ts',
    text: `import { t } from './texts.ts'
      export const states = { on: { get word() { return t('on') }, tone: 'good' } }
      export const stateWord = (key) => states[key].word
      export function useWords() { return [t('one')] }
      export const later = async () => t('failed')`,
  }
  const page = `import { t } from './texts.ts'
    import { later, states, stateWord, useWords } from './words.ts'
    const fine = computed(() => [t('a'), stateWord('on')])
    const still = { words: states, tone: states.on.tone, get name() { return t('b') }, run: () => t('c') }
    void later()
    const title = t('d')
    const rows = keys.map((key) => ({ label: stateWord(key) }))
    const { word } = states
    const copy = { ...states, first: states.on.word }
    const all = useWords()`
  expect(eagerTexts([words, { path: 'Page.vue', text: page }], new Set(['texts.ts#t']))).toEqual(
    ["t('d')", 'stateWord(key)', '{ word } = states', '...states', 'states.on.word', 'useWords()'].map(
      (what) => `Page.vue: ${what}`,
    ),
  )
})
