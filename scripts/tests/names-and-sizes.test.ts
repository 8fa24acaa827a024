// Names and sizes of the code: short files, short functions, names that say something.
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { codeFiles, isCode, type Source, trackedFiles } from './sources.ts'

/** Lines. A function counts with everything inside it; `explained` is for one that says why it is long. */
const most = { file: 300, vue: 250, script: 100, test: 400, function: 80, explained: 120 }
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
/** A list of messages is as long as what a folder says. */
const isTexts = (path: string) => /\/texts\/(en|de|es|fr)\.ts$/.test(path)
const isTest = (path: string) => /\.(test|spec)\.ts$|\/tests?\//.test(path)

describe('files', () => {
  const files = codeFiles()

  it('are short', () => {
    const limit = (path: string) => (isTest(path) ? most.test : path.endsWith('.vue') ? most.vue : most.file)
    const long = files
      .filter(({ path, text }) => lines(text) > limit(path) && !path.endsWith('.generated.ts') && !isTexts(path))
      .map(({ path, text }) => `${path}: ${lines(text)} lines`)
    expect(long).toEqual([])
  })

  it('are named by what they say, in kebab-case or PascalCase', () => {
    const odd = trackedFiles()
      .filter(isCode)
      .filter((path) => {
        const name = basename(path)
        const stem = name.replace(/(\.(test|spec|config|d|test-d|generated))?\.(ts|mjs|vue)$/, '')
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
  const files = codeFiles().filter(({ path }) => !isTest(path))

  it(`have at most ${most.function} lines with everything inside them, ${most.explained} where they say why`, () => {
    expect(files.flatMap(longFunctions)).toEqual([])
  })

  it(`are at most ${most.script} lines together in a component`, () => {
    const measured = files.filter(({ path }) => path.endsWith('.vue'))
    const long = measured
      .map((source) => ({ path: source.path, size: lines(scriptOf(source)) }))
      .filter(({ size }) => size > most.script)
    expect(long).toEqual([])
  })

  it('are found when they are long', () => {
    const body = (count: number) => '  step()\n'.repeat(count)
    const found = (text: string) => longFunctions({ path: 'a.ts', text })
    expect(found(`function f() {\n${body(78)}}\n`)).toEqual([])
    expect(found(`function f() {\n${body(79)}}\n`)).toEqual(['a.ts f: 81 lines'])
    const factory = (count: number) =>
      `export const make = () => {\n${`const a = () => {\n${body(8)}}\n`.repeat(count)}}\n`
    expect(found(factory(7))).toEqual([])
    expect(found(factory(9))).toEqual(['a.ts make: 92 lines'])
    expect(found(`// Long because it is one table.\n${factory(9)}`)).toEqual([])
    expect(found(`/** Makes it. Long because it is one table. */\n${factory(9)}`)).toEqual([])
    expect(found(`// Long because it is one table.\n${factory(12)}`)).toEqual(['a.ts make: 122 lines'])
    expect(found(`// Makes it.\n${factory(9)}`)).toEqual(['a.ts make: 92 lines'])
    expect(lines(scriptOf({ path: 'A.vue', text: '<script setup>\na\nb\n</script>\n<template />' }))).toBe(2)
  })
})

/** The mark at a test (conformance.ts) is no line of it. */
function lines(text: string): number {
  if (text.trim() === '') return 0
  return text
    .trim()
    .split('\n')
    .filter((line) => !/^\s*\/\/ holds /.test(line)).length
}

/** What is written in TypeScript or JavaScript. */
function scriptOf({ path, text }: Source): string {
  if (!path.endsWith('.vue')) return text
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1]).join('\n')
}

function longFunctions(source: Source): string[] {
  const file = ts.createSourceFile(source.path, scriptOf(source), ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
    const size = lineAt(node.end) - lineAt(node.getStart()) + 1
    if (size > (saysWhy(file, node) ? most.explained : most.function))
      found.push(`${source.path} ${nameOf(node)}: ${size} lines`)
  }
  visit(file)
  return found
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node
  const named = node.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : null)
  return named && 'text' in named ? named.text : 'an unnamed function'
}

/** Whether the comment above the statement or property that holds the function gives a reason for its length. */
function saysWhy(file: ts.SourceFile, node: ts.Node): boolean {
  let holder = node
  const startLine = file.getLineAndCharacterOfPosition(node.getStart()).line
  while (holder.parent && file.getLineAndCharacterOfPosition(holder.parent.getStart()).line === startLine) {
    if (ts.isSourceFile(holder.parent)) break
    holder = holder.parent
  }
  const comments = ts.getLeadingCommentRanges(file.text, holder.getFullStart()) ?? []
  return comments.some(({ pos, end }) =>
    /^\/\/ Long because|^\/\*[\s\S]*\bLong because\b/.test(file.text.slice(pos, end)),
  )
}
