import { describe, expect, it } from 'vitest'
import { withheld, withheldChange, withheldText } from './withheld-fields.ts'

describe('withheld', () => {
  // holds rules 8-28
  it('names what changed of health data and phone numbers, without any of it', () => {
    const before = { name: 'Ada', phone: null, specialNeeds: 'Asthma', contacts: [{ phone: '+441632960001' }] }
    const after = {
      name: 'Ida',
      phone: '+441632960000',
      specialNeeds: 'Asthma',
      contacts: [{ phone: '+441632960001' }],
    }
    expect(withheld({ before, after })).toEqual({
      before: { name: 'Ada', phone: withheldText, specialNeeds: withheldText, contacts: [{ phone: withheldText }] },
      after: { name: 'Ida', phone: withheldChange, specialNeeds: withheldText, contacts: [{ phone: withheldText }] },
    })
  })

  it('knows all such fields, also deep inside, and one that came or went', () => {
    const before = { person: { emergencyContactPhone: '1', phone: '2' }, list: [{ phone: '3' }], kept: [] }
    const after = {
      person: { emergencyContactPhone: '4', phone: null },
      list: [{ phone: '5' }, { phone: '6' }],
      kept: [{ phone: '7' }],
    }
    expect(withheld({ before, after }).after).toEqual({
      person: { emergencyContactPhone: withheldChange, phone: withheldChange },
      list: [{ phone: withheldChange }, { phone: withheldText }],
      kept: [{ phone: withheldText }],
    })
    expect(withheld({ before: {}, after: { phone: null } }).after).toEqual({ phone: withheldText })
    expect(withheld({ before: [], after: { phone: '1' } }).after).toEqual({ phone: withheldText })
    expect(withheld({ before: 'text', after: [{ phone: '1' }] }).after).toEqual([{ phone: withheldText }])
    expect([withheldText, withheldChange]).toEqual(['(not recorded)', '(not recorded, changed)'])
  })

  it('leaves everything else as it is, and says nothing of a change where there was nothing before', () => {
    expect(withheld({ before: null, after: { phone: '+441632960000', list: [1, null, 'x'] } })).toEqual({
      before: null,
      after: { phone: withheldText, list: [1, null, 'x'] },
    })
  })
})
