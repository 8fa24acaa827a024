// What the floor plan shows besides the plan; remembered on this device.
import type { Permission } from '@rollcall/contracts/permissions'
import { t } from '../texts.ts'

export type MapLayers = {
  people: boolean
  assets: boolean
  names: boolean
  clusters: boolean
  accuracy: boolean
  heat: boolean
  zones: boolean
  zoneNames: boolean
  receivers: boolean
  ambient: boolean
}

export const firstLayers: MapLayers = {
  people: true,
  assets: true,
  names: true,
  clusters: true,
  /** Always drawn for whoever is chosen or pointed at; for everyone at once it covers the floor. */
  accuracy: false,
  heat: false,
  zones: true,
  /** Most plans carry the names of their rooms already. */
  zoneNames: false,
  receivers: true,
  ambient: false,
}

/** `needs`: of no use to somebody who may not see it. */
export const layerWords: readonly {
  readonly key: keyof MapLayers
  readonly label: string
  readonly needs?: Permission
}[] = [
  {
    key: 'people',
    get label() {
      return t('people2')
    },
    needs: 'positions.read',
  },
  {
    key: 'assets',
    get label() {
      return t('assets')
    },
    needs: 'positions.read',
  },
  {
    key: 'names',
    get label() {
      return t('namesOfPeople')
    },
    needs: 'positions.read',
  },
  {
    key: 'clusters',
    get label() {
      return t('countsForCrowds')
    },
    needs: 'positions.read',
  },
  {
    key: 'accuracy',
    get label() {
      return t('accuracyOfAll')
    },
    needs: 'positions.read',
  },
  {
    key: 'heat',
    get label() {
      return t('heatMap')
    },
    needs: 'positions.history',
  },
  {
    key: 'zones',
    get label() {
      return t('zones')
    },
  },
  {
    key: 'zoneNames',
    get label() {
      return t('namesOfZones')
    },
  },
  {
    key: 'receivers',
    get label() {
      return t('receivers')
    },
    needs: 'receivers.read',
  },
  {
    key: 'ambient',
    get label() {
      return t('ambientDevices')
    },
    needs: 'ambient.read',
  },
]
