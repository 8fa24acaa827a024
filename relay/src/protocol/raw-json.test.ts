// Cutting JSON text without rewriting it: against JSON.parse, on values that a rewrite would change.
import { describe, expect, it } from 'vitest'
import { endOfFirstValue, isJson, isObject, membersBeforeData, onOneLine, rawElements, rawMembers } from './raw-json.ts'

const strange = [
  '1.0',
  '-0',
  '1e400',
  '12345678901234567890',
  '"a\\"b\\\\"',
  '"\\\\\\""',
  '"}],{["',
  '{ "10":1, "2":{"x":"}"} }',
  '[ [1,"]"] , {} ]',
  'true',
  'null',
  '""',
  '"\\u2028\u2028"',
]

describe('rawMembers', () => {
  it('answers every member as it was written', () => {
    const text = ` { ${strange.map((value, index) => `"k${index}" : ${value}`).join(' ,\n')} } `
    expect([...(rawMembers(text) ?? [])]).toEqual(strange.map((value, index) => [`k${index}`, value]))
  })

  it('reads escaped names and keeps the last of two', () => {
    expect([...(rawMembers('{"\\u0061":1,"__proto__":2,"a":3}') ?? [])]).toEqual([
      ['a', '3'],
      ['__proto__', '2'],
    ])
  })

  it('answers nothing for what is no object', () => {
    for (const text of ['[]', '1', '"{}"', 'null', '']) expect(rawMembers(text)).toBeNull()
    expect(rawMembers('{}')?.size).toBe(0)
  })
})

it('every kind of space stands between tokens, and no other character', () => {
  for (const space of [' ', '\n', '\r', '\t', ' \t\r\n ']) {
    const object = `${space}{${space}"a"${space}:${space}1${space},${space}"b"${space}:${space}[]${space}}`
    expect([...(rawMembers(object) ?? [])]).toEqual([
      ['a', '1'],
      ['b', '[]'],
    ])
    expect(rawElements(`${space}[${space}1${space},${space}{}${space}]`)).toEqual(['1', '{}'])
    expect(endOfFirstValue(`${space}12${space}3`)).toBe(space.length + 2)
  }
  expect(rawMembers('\u00a0{}')).toBeNull()
})

it('tells JSON from other text, and objects from other values', () => {
  expect(['1', '{}', '', '{', 'undefined'].map(isJson)).toEqual([true, true, false, false, false])
  expect([{}, [], null, 'text', 1].map(isObject)).toEqual([true, false, false, false, false])
})

describe('rawElements', () => {
  it('answers every element as it was written', () => {
    expect(rawElements(`[${strange.join(' , ')}]`)).toEqual(strange)
    expect(rawElements('[ ]')).toEqual([])
    expect(rawElements('{}')).toBeNull()
  })
})

describe('endOfFirstValue', () => {
  it('finds the end of a value that another one follows', () => {
    for (const value of strange.filter((text) => /^["{[]/.test(text))) {
      expect(endOfFirstValue(`${value}{"next":1}`)).toBe(value.length)
    }
    expect(endOfFirstValue('12 {}')).toBe(2)
    for (const next of ['{}', '[]', '"x"', ',1', ']', '}']) expect(endOfFirstValue(`true${next}`)).toBe(4)
    expect(endOfFirstValue('')).toBeNull()
  })

  it('never ends beyond the text, however broken', () => {
    for (const text of ['{"a', '[[[', '"\\', '{"a":"\\"']) expect(endOfFirstValue(text)).toBe(text.length)
  })
})

it('onOneLine removes line breaks between tokens and changes no value', () => {
  const text = `{\r\n${strange.map((value, index) => `"k${index}":\n${value}`).join(',\n')}\n}`
  expect(onOneLine(text)).not.toMatch(/[\r\n]/)
  expect(JSON.parse(onOneLine(text))).toEqual(JSON.parse(text))
  expect(['[\n1]', '[\r1]', '[1]'].map(onOneLine)).toEqual(['[1]', '[1]', '[1]'])
})

describe('membersBeforeData', () => {
  it('answers what rawMembers does, for objects that end with their data', () => {
    for (const value of strange) {
      for (const head of [
        '',
        '"channel":"a:1",',
        '"data":0,',
        ' "channel" : "a\\"\\\\:}1" ,\n"skip_history":true,"version":12, ',
      ]) {
        const text = ` {${head}"data":${value}} \n`
        expect([...(membersBeforeData(text) ?? [])]).toEqual([...(rawMembers(text) ?? [])])
      }
    }
  })

  it('reads members that it has seen before, with whatever follows them', () => {
    const heads = Array.from({ length: 600 }, (_, serial) => `{"channel":"seen:${serial}","version":${serial},"data":`)
    for (const data of ['1', '{"data":2}', ' [3] ']) {
      for (const head of heads) {
        const text = `${head}${data}}`
        expect([...(membersBeforeData(text) ?? [])]).toEqual([...(rawMembers(text) ?? [])])
      }
    }
    for (const data of ['', '[1', '1,"tags":{}', '1}', 'undefined']) {
      for (const head of heads) expect(membersBeforeData(`${head}${data}}`)).toBeNull()
    }
  })

  it('answers nothing where the data is not the only large member and the last one, or is not JSON', () => {
    for (const text of [
      '{"channel":"a","data":{},"data":2}',
      '{"channel":"a","data":1,"tags":{}}',
      '{"tags":{"x":"y"},"data":1}',
      '{"channel":"a","data":1}}',
      '{"channel":"a","data":1} {"channel":"b","data":2}',
      '{"channel":"a","data":}',
      '{"channel":"a","data":[1}',
      '{"channel":"a","data":"x',
      '{"channel":bad,"data":1}',
      '{"channel":"a\n","data":1}',
      '{"channel":"a" "data":1}',
      '[{"data":1}]',
      'xxxxxxxx{"data":1}}',
      '{"data":1}x',
      '{"data"}',
      '{"data":',
      '',
    ]) {
      expect(membersBeforeData(text)).toBeNull()
    }
  })
})
