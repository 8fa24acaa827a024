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

  it('leaves everything else as it is, and says nothing of a change where there was nothing before', () => {
    expect(withheld({ before: null, after: { phone: '+441632960000', list: [1, null, 'x'] } })).toEqual({
      before: null,
      after: { phone: withheldText, list: [1, null, 'x'] },
    })
  })
})
