// How enrolled phones are spoken of.
import type { IrkRecord } from '@rollcall/contracts/domains/phone-beacon'
import type { z } from 'zod'
import type { StateWords } from '../../ui/StateWord.vue'
import { t } from '../texts.ts'

type Phone = z.infer<typeof IrkRecord>

export const platformWords: Readonly<Record<Phone['platform'], string>> = {
  ios: 'iPhone or iPad',
  get android() {
    return t('android')
  },
  get other() {
    return t('anotherSystem')
  },
}

/** A first match may be chance; a second address of the same phone makes it certain. */
export const phoneStates: StateWords<Phone['state']> = {
  unseen: {
    get word() {
      return t('notHeardYet')
    },
    tone: 'plain',
  },
  candidate: {
    get word() {
      return t('heardOnce')
    },
    tone: 'ageing',
  },
  confirmed: {
    get word() {
      return t('recognised')
    },
    tone: 'good',
  },
}
