// What a run of mutants left over, beside what is explained of it; and that the explanations are of code that exists.
import { describe, expect, it } from 'vitest'
import { compare, explanationsIn, outcomeOf } from '../mutants/survivors.mjs'
import { read } from './sources.ts'

const source = 'const kept = 1\nif (a && b) {\n  go()\n}\n'
const place = (line: number, column: number) => ({ line, column })
const condition = { start: place(2, 5), end: place(2, 11) }
const block = { start: place(2, 13), end: place(4, 2) }
const report = {
  files: {
    'room/src/a.ts': {
      source,
      mutants: [
        { status: 'Survived', replacement: 'true', location: condition },
        { status: 'NoCoverage', replacement: '{}', location: block },
        { status: 'Timeout', replacement: 'false', location: condition },
        { status: 'Killed', replacement: 'a || b', location: condition },
        { status: 'Ignored', replacement: 'b', location: condition },
      ],
    },
  },
}
const page = (line: string) => `# Title\n\n## room/src/a.ts\n\nBecause.\n\n\`\`\`\n${line}\n\`\`\`\n`

describe('the outcome of a run', () => {
  const outcome = outcomeOf(report)

  it('counts what was noticed, also by running out of time', () => {
    expect(outcome).toMatchObject({ all: 4, killed: 2, late: 1 })
  })

  it('shows each survivor in its line', () => {
    expect(outcome.lived.map(({ text }) => text)).toEqual(['if («a && b → true») {', 'if (a && b) «{ go() } → {}»'])
  })

  it('is complete when every survivor is explained', () => {
    const explained = explanationsIn(page('if («a && b → true») {\nif (a && b) «{ go() } → {}»'))
    expect(explained[0]).toEqual({ file: 'room/src/a.ts', text: 'if («a && b → true») {', why: 'Because.' })
    expect(compare(outcome, explained)).toEqual({ unexplained: [], inVain: [] })
  })

  it('names a survivor that nobody explained, and an explanation of none that lives', () => {
    const { unexplained, inVain } = compare(outcome, explanationsIn(page('if («a && b → a || b») {')))
    expect(unexplained).toEqual(outcome.lived)
    expect(inVain.map(({ text }) => text)).toEqual(['if («a && b → a || b») {'])
  })

  it('says nothing of a file that was not tried', () => {
    const elsewhere = explanationsIn(page('x').replace('src/a.ts', 'src/b.ts'))
    expect(compare(outcome, elsewhere).inVain).toEqual([])
  })
})

describe('scripts/mutants/explained.md', () => {
  const explained = explanationsIn(read('scripts/mutants/explained.md'))
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

  it.each([...new Set(explained.map(({ file }) => file))])('explains changes of what stands in %s', (file) => {
    const code = plain(read(file))
    const gone = explained
      .filter((explanation) => explanation.file === file)
      .filter(({ text }) => !standsIn(code, text))
    expect(gone.map(({ text }) => text)).toEqual([])
  })

  it('says why each time', () => {
    expect(explained.filter(({ why }) => !why)).toEqual([])
  })

  /** What was cut has its beginning and its end. */
  function standsIn(code: string, text: string): boolean {
    const [, before = '', original = '', after = ''] = /^(.*?)«(.*?) → .*»(.*)$/.exec(plain(text)) ?? []
    const [first = '', rest] = original.split('…')
    return rest === undefined
      ? code.includes(before + first + after)
      : code.includes(before + first) && code.includes(after)
  }
})
