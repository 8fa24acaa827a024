// The kinds of field: what they accept, what they make of it, and that parsing twice changes nothing.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  changeOf,
  Colour,
  Email,
  FileVersion,
  Language,
  Latitude,
  LinkToken,
  Longitude,
  MacAddress,
  Percent,
  Phone,
  prose,
  text,
  Time,
  Timezone,
  TransmitterId,
} from './fields.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('MacAddress', () => {
  it.each(['aa:bb:cc:0d:0e:0f', 'AA-BB-CC-0D-0E-0F', 'AABBCC0D0E0F', ' aabbcc0d0e0f '])('makes %j plain', (written) => {
    expect(MacAddress.parse(written)).toBe('aabbcc0d0e0f')
  })

  it.each(['aa:bb:cc:dd:ee', 'aa:bb-cc:dd:ee:ff', 'a:abbccddeeff', 'gg:bb:cc:dd:ee:ff', 'aabbccddeeff00', '', 7, null])(
    'refuses %j',
    (written) => expect(accepts(MacAddress, written)).toBe(false),
  )
})

describe('TransmitterId', () => {
  it('takes a UUID as well, without its dashes', () => {
    const written = 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E'
    expect(TransmitterId.parse(written)).toBe('f7826da64fa24e988024bc5b71e0893e')
    expect(TransmitterId.parse('AA:BB:CC:DD:EE:FF')).toBe('aabbccddeeff')
  })

  it('refuses other lengths', () => {
    expect(accepts(TransmitterId, 'aabbccddeeff0011')).toBe(false)
  })
})

describe('Phone', () => {
  it('drops what people write between the digits', () => {
    expect(Phone.parse('+44 (0)1632-960.000'.replace('(0)', ''))).toBe('+441632960000')
    expect(Phone.parse('+1 (555) 010-9999')).toBe('+15550109999')
  })

  it.each([
    '01632960000',
    '+0441632960000',
    '+44',
    '+4416329600001234',
    '+44 1632 CALL ME',
    'tel:+441632960000',
    `+${' '.repeat(50)}4412345678`,
  ])('refuses %j', (written) => expect(accepts(Phone, written)).toBe(false))
})

describe('text and prose', () => {
  it('trims, and then wants something within the limit', () => {
    expect(text(5).parse('  abcde ')).toBe('abcde')
    expect(accepts(text(5), 'abcdef')).toBe(false)
    expect(accepts(text(5), '   ')).toBe(false)
    expect(prose(5).parse('  ')).toBe('')
  })

  it('refuses control characters, which the database cannot keep; prose has lines', () => {
    expect(accepts(text(9), 'a\u0000b')).toBe(false)
    expect(accepts(text(9), 'a\nb')).toBe(false)
    expect(accepts(prose(9), 'a\n\tb')).toBe(true)
    expect(accepts(prose(9), 'a\u0000b')).toBe(false)
    expect(text(9).parse('Zoë 李 🚒')).toBe('Zoë 李 🚒')
  })
})

describe('other kinds of field', () => {
  it('knows time zones, colours, addresses and links from what looks like them', () => {
    expect(accepts(Timezone, 'Europe/London')).toBe(true)
    expect(accepts(Timezone, 'Europe/Atlantis')).toBe(false)
    expect(Colour.parse('#1D4ED8')).toBe('#1d4ed8')
    expect(accepts(Colour, 'red')).toBe(false)
    const languages = ['en', 'de', 'es', 'fr']
    expect([...languages, 'it', ''].filter((code) => accepts(Language, code))).toEqual(languages)
    expect(Email.parse('Ada@Example.ORG')).toBe('ada@example.org')
    expect(accepts(Email, 'a@x, b@y')).toBe(false)
    expect(accepts(LinkToken, 'A'.repeat(43))).toBe(true)
    expect(accepts(LinkToken, 'A'.repeat(42) + '/')).toBe(false)
  })

  it('stays valid when it is parsed twice, as the server layer and the backend do', () => {
    for (const [schema, written] of [
      [MacAddress, 'AA-BB-CC-0D-0E-0F'],
      [TransmitterId, 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E'],
      [Phone, '+1 (555) 010-9999'],
      [Colour, '#ABCDEF'],
      [Email, 'Ada@Example.ORG'],
    ] as const) {
      const once = schema.parse(written)
      expect(once).not.toBe(written)
      expect(schema.parse(once)).toBe(once)
    }
  })
})

describe('the bounds of a field', () => {
  const chars = (count: number) => 'x'.repeat(count)
  const address = (count: number) => `${chars(60)}@${`${chars(50)}.`.repeat(8).slice(0, count - 65)}.org`

  it.each<[string, z.ZodType, unknown, unknown]>([
    ['one character of text', text(5), 'a', ''],
    ['text as long as it may be', text(5), chars(5), chars(6)],
    ['prose as long as it may be', prose(5), chars(5), chars(6)],
    ['no percent and all of them', Percent, 0, -0.1],
    ['all percent', Percent, 100, 100.1],
    ['the south pole', Latitude, -90, -90.1],
    ['the north pole', Latitude, 90, 90.1],
    ['the date line from the east', Longitude, -180, -180.1],
    ['the date line from the west', Longitude, 180, 180.1],
    ['an address of 254 characters', Email, address(254), address(255)],
    ['the shortest phone number', Phone, '+1234567', '+123456'],
    ['the longest phone number', Phone, '+123456789012345', '+1234567890123456'],
    ['a phone number among 40 characters', Phone, '+1234567'.padEnd(40), '+1234567'.padEnd(41)],
    ['a link of 43 characters', LinkToken, chars(43), chars(44)],
    ['a mark of 64 characters', FileVersion, { v: chars(64) }, { v: chars(65) }],
    ['no mark at all', FileVersion, {}, { w: 'x' }],
    ['a colour of six digits', Colour, '#abcdef', '#abcdef0'],
    ['a colour and nothing before it', Colour, '#ABCDEF', ' #ABCDEF'],
    ['a time in UTC', Time, '2026-01-31T09:30:00Z', '2026-01-31T09:30:00+01:00'],
    ['a UUID without dashes', TransmitterId, chars(32).replaceAll('x', 'F'), chars(33).replaceAll('x', 'F')],
    ['an id with dashes', TransmitterId, 'aa-bb-cc-dd-ee-ff', 'aa-bb-cc-dd-ee-ff-'],
    ['an id alone', TransmitterId, ' aabbccddeeff ', 'x aabbccddeeff'],
    ['whole characters', text(9), '🚒', '\ud83d'],
    ['whole characters in prose', prose(9), '🚒', '\ud83d'],
    ['a time zone by its name', Timezone, 'UTC', ''],
  ])('takes %s and no more', (_, schema, last, beyond) => {
    expect([accepts(schema, last), accepts(schema, beyond)]).toEqual([true, false])
  })

  it('says by code what is wanted', () => {
    const words = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map((one) => one.message)
    expect(words(Phone, '1')).toEqual(['phone'])
    expect(words(MacAddress, '1')).toEqual(['mac_address'])
    expect(words(TransmitterId, '1')).toEqual(['mac_or_uuid'])
    expect(words(Colour, '1')).toEqual(['colour'])
    expect(words(Timezone, '1')).toEqual(['time_zone'])
    expect(words(LinkToken, '1')).toEqual(['not_a_link'])
    expect(words(text(9), 'a\u0000')).toEqual(['control_characters'])
    expect(words(prose(9), 'a\u0000')).toEqual(['control_characters'])
    expect(words(changeOf({}), {})).toEqual(['nothing_to_change'])
  })
})

describe('changeOf', () => {
  const Change = changeOf({ name: text(9), floor: z.number().nullable() })

  it('takes any of the fields and adds none', () => {
    expect(Change.parse({ floor: null })).toEqual({ floor: null })
  })

  it('refuses nothing at all and unknown fields', () => {
    expect(accepts(Change, {})).toBe(false)
    expect(accepts(Change, { name: 'x', id: 'y' })).toBe(false)
  })
})

describe('what is said of a field', () => {
  const fields: Record<string, z.ZodType> = {
    Email,
    Phone,
    MacAddress,
    TransmitterId,
    Colour,
    Timezone,
    Percent,
    Latitude,
    Longitude,
    Time,
  }

  it.each(Object.entries(fields))('%s has a sentence, and examples that it takes', (_, field) => {
    const { description = '', examples } = field.meta() ?? {}
    expect(description).toMatch(/^[A-Z].+\.$/)
    expect((examples as unknown[]).length).toBeGreaterThan(0)
    for (const example of examples as unknown[]) expect(accepts(field, example)).toBe(true)
  })

  it('says west and south as negative degrees', () => {
    expect(Longitude.meta()?.['examples']).toEqual([-0.12])
  })

  it('says of a file’s version what it is for', () => {
    expect(FileVersion.shape.v.description).toMatch(/\.$/)
  })
})
