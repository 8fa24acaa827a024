// How buildings and floors are spoken of: the fields of one, for forms and pages alike.
import type { Building } from '@rollcall/contracts/domains/buildings'
import type { FloorCreate } from '@rollcall/contracts/domains/floors'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import { timeZoneChoices } from '../ui/form/time-zones.ts'
import { t } from './texts.ts'

export const buildingWords = {
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('buildingExample')
    },
  },
  code: {
    get label() {
      return t('shortName')
    },
    get placeholder() {
      return t('codeExample')
    },
  },
  address: {
    get label() {
      return t('address')
    },
    wide: true,
  },
  latitude: {
    get label() {
      return t('latitude')
    },
    step: 0.0001,
    get help() {
      return t('latitudeHelp')
    },
  },
  longitude: {
    get label() {
      return t('longitude')
    },
    step: 0.0001,
  },
  timezone: {
    get label() {
      return t('timeZone')
    },
    choices: timeZoneChoices,
  },
  active: {
    get label() {
      return t('inUse')
    },
    get help() {
      return t('inUseHelp')
    },
  },
} as const satisfies { readonly [K in keyof Building]?: FieldWords }

export const floorWords = {
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('floorExample')
    },
  },
  level: {
    get label() {
      return t('level')
    },
    get help() {
      return t('levelHelp')
    },
  },
  widthM: {
    get label() {
      return t('widthOfPlan')
    },
    get unit() {
      return t('metres')
    },
    step: 0.5,
  },
  heightM: {
    get label() {
      return t('heightOfPlan')
    },
    get unit() {
      return t('metres')
    },
    step: 0.5,
  },
} as const satisfies { readonly [K in keyof z.input<typeof FloorCreate>]?: FieldWords }
