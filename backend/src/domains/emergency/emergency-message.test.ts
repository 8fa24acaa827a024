import { describe, expect, it } from 'vitest'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { sayIn } from '../../texts/say.ts'
import { beganMessage, endedMessage, takenOverMessage, type EmergencyMessage } from './emergency-message.ts'

const id = '0197b1f2-0000-7000-8000-000000000001'
const anEmergency = (fields: Partial<Emergency> = {}): Emergency => ({
  id,
  createdAt: '2026-07-01T12:00:00.000Z',
  updatedAt: '2026-07-01T12:00:00.000Z',
  scenario: 'gas_leak',
  mode: 'live',
  scope: { buildingIds: [] },
  message: '',
  musterPoints: [],
  state: 'active',
  resolution: null,
  triggeredAt: '2026-07-01T12:00:00.000Z',
  triggeredBy: 'Ada Lovelace',
  resolvedAt: null,
  resolvedBy: null,
  supersededBy: null,
  counts: { total: 40, unknown: 3, accounted: 35, needsHelp: 1, offSite: 1, excused: 0 },
  ...fields,
})
const english = sayIn('en')
const mill = { name: 'Mühle', timezone: 'Europe/Berlin' }
const office = { name: '本社', timezone: 'Asia/Tokyo' }

describe('what contacts are told', () => {
  // holds rules 9-16
  it('names place, scenario, local time, who triggered it, and the board', () => {
    const { subject, text, short, link } = beganMessage(english, anEmergency({ message: 'Leave by the stairs' }), [
      mill,
    ])
    expect(subject).toBe('EMERGENCY: gas leak at Mühle')
    expect(text.split('\n')).toEqual([
      'EMERGENCY: gas leak at Mühle.',
      'Leave by the stairs',
      'Triggered by Ada Lovelace at Wed 1 Jul, 14:00 (Europe/Berlin).',
      '40 people on the roster. Who is missing:',
    ])
    expect(short).toBe(
      'EMERGENCY: gas leak at Mühle. Triggered by Ada Lovelace at Wed 1 Jul, 14:00 (Europe/Berlin). Leave by the stairs',
    )
    expect(link).toBe(`/emergency/${id}`)
  })
  it('names the weather service in the language of the message', () => {
    const { text } = beganMessage(sayIn('de'), anEmergency({ triggeredBy: 'Weather service' }), [mill])
    expect(text).toContain('Wetterdienst')
    expect(text).not.toContain('Weather service')
  })
  it('says first that it is a drill, in every form', () => {
    const { subject, text, short } = beganMessage(english, anEmergency({ mode: 'drill' }), [mill])
    expect([subject, text, short].map((form) => /^(DRILL|This is a DRILL)/.test(form))).toEqual([true, true, true])
  })
  it('gives both clocks where buildings differ', () => {
    expect(beganMessage(english, anEmergency(), [mill, office]).text).toContain(
      'Wed 1 Jul, 14:00 (Europe/Berlin) in Mühle, Wed 1 Jul, 21:00 (Asia/Tokyo) in 本社.',
    )
  })
  it('says first that it is no longer a drill', () => {
    const { subject, text, short } = takenOverMessage(english, anEmergency(), [mill])
    expect([subject, text, short].every((form) => form.startsWith('NO LONGER A DRILL. EMERGENCY'))).toBe(true)
    expect(text).toContain('4 not yet accounted for')
  })
  it('says at the end how many were not accounted for, and leads to the report', () => {
    const over = { state: 'resolved', resolution: 'false_alarm', resolvedAt: '2026-07-01T12:30:00.000Z' } as const
    const { subject, text, link } = endedMessage(english, anEmergency({ ...over, resolvedBy: 'Grace' }), [mill])
    expect(subject).toBe('Over (false alarm): gas leak at Mühle')
    expect(text).toContain('4 of 40 people were NOT accounted for.')
    expect(text).toContain('Ended by Grace at Wed 1 Jul, 14:30 (Europe/Berlin).')
    expect(link).toBe(`/emergency/${id}/report`)
  })
  it('lets no name begin a line of its own, nor a message fill the subject', () => {
    const places = [{ name: 'Mill\r\nBcc: x@example.org', timezone: 'UTC' }]
    const triggeredBy = 'Eve\u2028Subject: all clear'
    const { subject, text, short } = beganMessage(
      english,
      anEmergency({ triggeredBy, message: 'x'.repeat(1000) }),
      places,
    )
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text.split('\n')).toHaveLength(4)
    expect([...short].length).toBeLessThanOrEqual(240)
  })
  it('stays readable with a hundred buildings', () => {
    const places = Array.from({ length: 100 }, (_, n) => ({ name: `Block ${n}`, timezone: 'UTC' }))
    expect(beganMessage(english, anEmergency(), places).subject).toBe(
      'EMERGENCY: gas leak at Block 0, Block 1, Block 2 and 97 more',
    )
  })
  it('knows a place even where none is left', () => {
    const forms: EmergencyMessage[] = [
      beganMessage(english, anEmergency(), []),
      endedMessage(english, anEmergency(), []),
    ]
    for (const { text } of forms) expect(text).toContain('at the site')
  })
  it('is in the language of the organisation, with its way to write a time', () => {
    const { text } = beganMessage(sayIn('de'), anEmergency({ mode: 'drill' }), [mill])
    expect(text.split('\n')).toEqual([
      'Dies ist eine ÜBUNG, kein Notfall.',
      'ÜBUNG: Gasaustritt, Mühle.',
      'Ausgelöst von Ada Lovelace, Mi., 1. Juli, 14:00 (Europe/Berlin).',
      '40 Personen auf der Anwesenheitsliste. Wer vermisst wird:',
    ])
    expect(endedMessage(sayIn('fr'), anEmergency(), [mill]).text).toContain(
      '4 personnes sur 40 n’ont PAS été recensées.',
    )
  })
})
