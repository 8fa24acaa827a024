// Any bytes from gateways, any drawing and any cell: nothing throws, and what comes out keeps its promises. The recorded inputs are always
// tried; FUZZ_RUNS tries more than usual (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../src/domains/csv-line.ts'
import { sanitiseSvg } from '../src/files/sanitise-svg.ts'
import { readAdvertisement } from '../src/ingest/advertisement/advertisement.ts'
import { batteryOf } from '../src/ingest/advertisement/battery-frame.ts'
import { readDynamb } from '../src/ingest/dynamb-adapter.ts'
import { readMinew } from '../src/ingest/minew-adapter.ts'
import { readRaddec } from '../src/ingest/raddec-adapter.ts'
import { mostFrames, type Reading, rssiRange } from '../src/ingest/reading.ts'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 500)
const recorded = <T>(name: string) =>
  (JSON.parse(readFileSync(new URL(`corpus/${name}.json`, import.meta.url), 'utf8')) as T[]).map((input): [T] => [
    input,
  ])

const arrivedAt = 1_763_000_000_000

describe('anything that a gateway posts', () => {
  const address = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-fA-F:-]{8,40}$/), fc.anything())
  const strength = fc.oneof(fc.double(), fc.integer({ min: -200, max: 100 }), fc.anything())
  const time = fc.oneof(fc.constant(arrivedAt), fc.double(), fc.string(), fc.anything())
  const frame = fc.oneof(fc.stringMatching(/^[0-9a-f]{0,600}$/), fc.string())
  const item = fc.oneof(
    fc.anything({ withBigInt: false }),
    fc.record(
      {
        transmitterId: address,
        transmitterIdType: fc.integer({ min: -1, max: 5 }),
        rssiSignature: fc.oneof(fc.array(fc.record({ receiverId: address, rssi: strength })), fc.anything()),
        packets: fc.oneof(fc.array(frame), fc.anything()),
        timestamp: time,
        type: fc.constantFrom('Gateway', 'dynamb', 'Unknown'),
        mac: address,
        rssi: strength,
        rawData: frame,
        deviceId: address,
        batteryPercentage: fc.oneof(fc.double(), fc.anything()),
        batteryVoltage: fc.oneof(fc.double(), fc.anything()),
        data: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  )

  const isSane = ({ transmitterId, receiverId, rssi, at, frames }: Reading) =>
    [transmitterId, receiverId].every((id) => /^[0-9a-f]{8,32}$/.test(id)) &&
    rssi >= rssiRange.min &&
    rssi <= rssiRange.max &&
    Number.isFinite(at) &&
    at > 0 &&
    (frames?.hex.length ?? 0) <= mostFrames

  it('becomes readings that are sane, or nothing', () => {
    const reads = (given: unknown) => {
      const items = [{ type: 'Gateway', mac: 'ac233fc00001' }, given]
      const readings = [readRaddec(given, arrivedAt), ...readMinew(items, arrivedAt)].flatMap((found) => found ?? [])
      expect(readings.filter((reading) => !isSane(reading))).toEqual([])
      const { at, pct } = readDynamb(given, arrivedAt) ?? { at: arrivedAt, pct: null }
      expect([Number.isFinite(at), (pct ?? 0) >= 0, (pct ?? 0) <= 100]).toEqual([true, true, true])
    }
    fc.assert(fc.property(item, reads), { numRuns, examples: recorded<unknown>('gateway-items') })
  })

  it('sent as an advertisement is read to the end of its bytes and no further', () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((sent) => Buffer.from(sent).toString('hex'))
    const reads = (hex: string) => {
      for (const form of ['pdu', 'payload'] as const) {
        const found = readAdvertisement(hex, form)
        if (!found) continue
        const carried = [...found.serviceData, ...found.manufacturerData].reduce(
          (sum, { data }) => sum + data.length,
          0,
        )
        expect(carried).toBeLessThanOrEqual(hex.length / 2)
        const pct = batteryOf(found)?.pct ?? 0
        expect(pct >= 0 && pct <= 100).toBe(true)
      }
    }
    fc.assert(fc.property(fc.oneof(bytes, frame), reads), { numRuns, examples: recorded<string>('advertisements') })
  })
})

describe('any drawing', () => {
  const words =
    `<svg svg> xmlns="http://www.w3.org/2000/svg" <g> </g> <script> </script> alert(1) onload="x" <foreignObject> <a
    href="javascript:x" xlink:href="http://x" href="#a" href="data:text/html,x" <use <image <style> </style> .a{fill:url(http://x)} @import
    url(#b) <![CDATA[ ]]> <!-- --> <!DOCTYPE &lt; &#60; &x; style="fill:red" /> > <?xml <rect <animate <set`.split(
      /\s+/,
    )
  const drawing = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 30 })
    .map((parts) => `<svg xmlns="http://www.w3.org/2000/svg">${parts.join(' ')}</svg>`)
  const shapes = fc.array(
    fc.constantFrom(
      ...'<g class="a"/> <rect fill="red"/> <script>x</script> <use href="#a"/> <a href="http://x"><g/></a>'.split(
        /(?<=>) /,
      ),
      '<style>.a{fill:blue}</style>',
      '<image href="http://x/y.png"/>',
      '<text onclick="x">a &lt;script></text>',
    ),
  )

  it('holds nothing that acts or reaches outside, and is the same when it is cleaned again', () => {
    const cleans = (text: string) => {
      const clean = sanitiseSvg(text)
      if (clean === null) return
      const tags = [...clean.matchAll(/<\/?([\w:]+)((?:\s[\w:-]+="[^"]*")*)>/g)]
      expect(clean.split('<')).toHaveLength(tags.length + 1)
      for (const [, kind, attributes] of tags) {
        expect(kind).not.toMatch(/script|foreignObject|animate|set|iframe|^a$|style/i)
        for (const [, name, value] of (attributes ?? '').matchAll(/([\w:-]+)="([^"]*)"/g)) {
          expect(name).not.toMatch(/^on|^style$/i)
          expect(name?.endsWith('href') ? value : '#').toMatch(/^(#|data:image\/)/)
          expect(value).not.toMatch(/javascript:|url\(\s*(?:&quot;|')?(?!#)[^\s]/i)
        }
      }
      expect(sanitiseSvg(clean)).toBe(clean)
    }
    const whole = shapes.map((parts) => `<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`)
    fc.assert(fc.property(fc.oneof(drawing, whole), cleans), { numRuns, examples: recorded<string>('drawings') })
  })
})

describe('any row of an export', () => {
  it('is read back as it was written, and no cell of it is a formula', () => {
    const starts = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', "'", '\n', '')
    const text = fc.tuple(starts, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''))
    const reads = (values: string[]) => {
      const cells = cellsOf(csvLine(values))
      expect(cells).toHaveLength(values.length)
      for (const [at, cell] of cells.entries()) {
        expect([values[at], `'${values[at]}`]).toContain(cell)
        expect(/^[=@\t\r]|^[+-](?![\d .]*$)/.test(cell)).toBe(false)
      }
    }
    fc.assert(fc.property(fc.array(text, { minLength: 1 }), reads), { numRuns, examples: recorded<string[]>('rows') })
  })
})

/** RFC 4180: one line. */
function cellsOf(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  return [...`${line.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
