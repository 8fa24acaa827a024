// A token's JSON part: an object, 32 deep at most, in valid UTF-8; nothing else.
import { describe, expect, it } from 'vitest'
import { claim, parseJsonObject } from './json-object.ts'

const read = (text: string) => parseJsonObject(Buffer.from(text))
const nested = (depth: number, open = '[', close = ']') => `{"a":${open.repeat(depth)}${close.repeat(depth)}}`

describe('a token part', () => {
  it.each(['{}', ' {"a":1}\n', '{"a":{"b":[1]}}', '{"a":"\\"]["}'])('is read: %s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })
  it.each(['', 'null', '1', '"x"', 'true', '[]', '[{}]', '{', '{"a":1,}', '\uFEFF{}'])('is none: %s', (text) => {
    expect(read(text)).toBeNull()
  })
  it('is none in invalid UTF-8', () => expect(parseJsonObject(Buffer.from('7b2261223a22c3227d', 'hex'))).toBeNull())

  it('nests 32 deep and no deeper, in arrays and objects', () => {
    expect([read(nested(31)) !== null, read(nested(32))]).toEqual([true, null])
    const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    expect([read(objects(32)) !== null, read(objects(33))]).toEqual([true, null])
  })
  it('may be wide: what was closed counts no longer, and brackets in text never', () => {
    expect(read(`{"a":[${Array.from({ length: 40 }, () => '[{}]').join(',')}]}`)).not.toBeNull()
    expect(read(`{"a":"${'['.repeat(99)}\\"${'{'.repeat(99)}"}`)).not.toBeNull()
    expect(read(`{"a":"\\\\","b":${'['.repeat(40)}${']'.repeat(40)}}`)).toBeNull()
  })
})

it('a claim is an own property', () => {
  expect([claim({ a: 1 }, 'a'), claim({}, 'toString'), claim({}, 'a')]).toEqual([1, undefined, undefined])
})
