// Names and sizes of the code: short files, short functions, names that say something.
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { codeFiles, isCode, type Source, trackedFiles } from './sources.ts'

const most = { file: 300, vue: 250, test: 400, function: 50 }
const emptyNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'lib',
  'core',
  'manager',
  'service',
  'base',
  'index',
]
const isTest = (path: string) => /\.(test|spec)\.ts$|\/tests?\//.test(path)

describe('files', () => {
  const files = codeFiles()

  it('are short', () => {
    const limit = (path: string) => (isTest(path) ? most.test : path.endsWith('.vue') ? most.vue : most.file)
    const long = files
      .filter(({ path, text }) => lines(text) > limit(path))
      .map(({ path, text }) => `${path}: ${lines(text)} lines`)
    expect(long).toEqual([])
  })

  it('are named by what they say, in kebab-case or PascalCase', () => {
    const odd = trackedFiles()
      .filter(isCode)
      .filter((path) => {
        const name = basename(path)
        const stem = name.replace(/(\.(test|spec|config|d|test-d))?\.(ts|mjs|vue)$/, '')
        const shape = name.endsWith('.vue') ? /^[A-Z][A-Za-z0-9]*$/ : /^[a-z0-9]+(-[a-z0-9]+)*$/
        return (
          !shape.test(stem) ||
          emptyNames.includes(stem) ||
          dirname(path)
            .split('/')
            .some((folder) => emptyNames.includes(folder))
        )
      })
    expect(odd).toEqual([])
  })

  it('open with a comment that says what they are for', () => {
    const opening = /^(#!.*\n|<script[^>]*>)?\s*(\/\/|\/\*|<!--)/
    const silent = files.filter(({ path, text }) => !isTest(path) && !opening.test(text)).map(({ path }) => path)
    expect(silent).toEqual([])
  })
})

describe('functions', () => {
  it(`have at most ${most.function} lines of their own`, () => {
    const long = codeFiles()
      .filter(({ path }) => !isTest(path) && !path.endsWith('.vue'))
      .flatMap(longFunctions)
    expect(long).toEqual([])
  })

  it('are measured without the functions inside them', () => {
    const inner = `function inner() {\n${'  step()\n'.repeat(40)}}\n`
    expect(longFunctions({ path: 'a.ts', text: `function outer() {\n${inner}${'  more()\n'.repeat(20)}}\n` })).toEqual(
      [],
    )
    expect(longFunctions({ path: 'b.ts', text: `function f() {\n${'  step()\n'.repeat(60)}}\n` })).toEqual([
      'b.ts f: 62 lines',
    ])
  })
})

function lines(text: string): number {
  return text.trimEnd().split('\n').length
}

function longFunctions({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): number => {
    let inside = 0
    ts.forEachChild(node, (child) => {
      inside += visit(child)
    })
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return inside
    const all =
      file.getLineAndCharacterOfPosition(node.end).line - file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const ownLines = all - inside
    const name = node.name && 'text' in node.name ? node.name.text : 'an unnamed function'
    if (ownLines > most.function) found.push(`${path} ${name}: ${ownLines} lines`)
    return all > 1 ? all : 0
  }
  visit(file)
  return found
}
