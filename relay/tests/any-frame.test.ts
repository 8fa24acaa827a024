// Any frame of a client, in both formats: commands or nothing, never an exception, never more than allowed. The recorded frames are
// always tried; FUZZ_RUNS tries more than usual (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protobufFormat } from '../src/centrifugo/protobuf/protobuf-codec.ts'
import { jsonFormat } from '../src/protocol/json-codec.ts'
import { commandNames, largestId, type Command } from '../src/protocol/messages.ts'
import { membersBeforeData, rawElements, rawMembers } from '../src/protocol/raw-json.ts'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 500)
const recorded = JSON.parse(readFileSync(new URL('corpus/frames.json', import.meta.url), 'utf8')) as string[]
const examples = recorded.map((text): [string] => [text])
const most = 8

/** What is wrong with what was read. */
function wrongWith(commands: Command[] | null): string[] {
  const wrong = commands && commands.length > most ? ['too many'] : []
  for (const command of commands ?? []) {
    if (command.name === 'pong') continue
    if (!commandNames.includes(command.name)) wrong.push(command.name)
    if (!(command.id >= 0 && command.id <= largestId)) wrong.push(`id ${command.id}`)
    command.payload()
  }
  return wrong
}

describe('any frame', () => {
  const fields = fc.record({ channel: fc.anything(), token: fc.string(), data: fc.jsonValue() }, { requiredKeys: [] })
  const command = fc
    .tuple(fc.oneof(fc.integer(), fc.double(), fc.string()), fc.constantFrom(...commandNames, 'other'), fields)
    .map(([id, name, request]) => JSON.stringify({ id, [name]: request }))
  const frame = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.array(fc.oneof(command, fc.json(), fc.constant('')), { maxLength: 12 }).map((lines) => lines.join('\n')),
  )

  it('of text is commands or nothing', () => {
    fc.assert(
      fc.property(frame, (text) => {
        expect(wrongWith(jsonFormat.decode(text, most))).toEqual([])
        expect(wrongWith(jsonFormat.decode(Buffer.from(text), most))).toEqual([])
      }),
      { numRuns, examples },
    )
  })

  it('of bytes is commands or nothing', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.uint8Array().map((body) => Uint8Array.of(body.length, ...body)),
    )
    fc.assert(
      fc.property(bytes, (sent) => {
        expect(wrongWith(protobufFormat.decode(sent, most))).toEqual([])
      }),
      {
        numRuns,
        examples: recorded.map((text): [Uint8Array] => [Buffer.from(text)]),
      },
    )
  })
})

describe('any JSON', () => {
  it('is cut into its members and elements as JSON.parse reads them', () => {
    const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 1, '\t'))
    fc.assert(
      fc.property(spaced, ([value, space]) => {
        const text = JSON.stringify(value, null, space)
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
        const members = isObject ? parsed(rawMembers(text)) : null
        expect(members).toEqual(isObject ? new Map(Object.entries(JSON.parse(text) as object)) : null)
        const elements = Array.isArray(value)
          ? rawElements(text)?.map((element) => JSON.parse(element) as unknown)
          : null
        expect(elements).toEqual(Array.isArray(value) ? JSON.parse(text) : null)
      }),
      { numRuns },
    )
  })

  it('before `data` is cut alike, or not at all', () => {
    const publish = fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(publish, ([before, data, tail]) => {
        const text = JSON.stringify({ ...before, data }) + tail
        const members = parsed(membersBeforeData(text))
        expect(members).toEqual(members && new Map(Object.entries(JSON.parse(text) as object)))
      }),
      { numRuns },
    )
  })
})

const parsed = (members: ReadonlyMap<string, string> | null) =>
  members && new Map([...members].map(([name, json]): [string, unknown] => [name, JSON.parse(json)]))
