// What the floor plan shows besides the plan; remembered on this device.
import type { Permission } from '@rollcall/contracts/permissions'

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
  { key: 'people', label: 'People', needs: 'positions.read' },
  { key: 'assets', label: 'Assets', needs: 'positions.read' },
  { key: 'names', label: 'Names of people', needs: 'positions.read' },
  { key: 'clusters', label: 'Counts for crowds', needs: 'positions.read' },
  { key: 'accuracy', label: 'Accuracy of all', needs: 'positions.read' },
  { key: 'heat', label: 'Heat map', needs: 'positions.history' },
  { key: 'zones', label: 'Zones' },
  { key: 'zoneNames', label: 'Names of zones' },
  { key: 'receivers', label: 'Receivers', needs: 'receivers.read' },
  { key: 'ambient', label: 'Ambient devices', needs: 'ambient.read' },
]
