// How enrolled phones are spoken of.
import type { IrkRecord } from '@rollcall/contracts/domains/phone-beacon'
import type { z } from 'zod'
import type { StateWords } from '../../ui/StateWord.vue'

type Phone = z.infer<typeof IrkRecord>

export const platformWords: Readonly<Record<Phone['platform'], string>> = {
  ios: 'iPhone or iPad',
  android: 'Android',
  other: 'Another system',
}

/** A first match may be chance; a second address of the same phone makes it certain. */
export const phoneStates: StateWords<Phone['state']> = {
  unseen: { word: 'Not heard yet', tone: 'plain' },
  candidate: { word: 'Heard once', tone: 'ageing' },
  confirmed: { word: 'Recognised', tone: 'good' },
}
