// What the floor plan shows besides the plan; remembered on this device.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { isPerson } from './marker.ts'

export type MapLayers = {
  people: boolean
  things: boolean
  zones: boolean
  zoneNames: boolean
  receivers: boolean
  names: boolean
  accuracy: boolean
}

export const firstLayers: MapLayers = {
  people: true,
  things: true,
  zones: true,
  /** Most plans carry the names of their rooms already. */
  zoneNames: false,
  receivers: true,
  names: true,
  /** Always drawn for whoever is chosen or pointed at; for everyone at once it covers the floor. */
  accuracy: false,
}

/** `needsPositions`: of no use to somebody who may not see where people are. */
export const layerWords: readonly {
  readonly key: keyof MapLayers
  readonly label: string
  readonly needsPositions: boolean
}[] = [
  { key: 'people', label: 'People', needsPositions: true },
  { key: 'things', label: 'Things', needsPositions: true },
  { key: 'names', label: 'Names of people', needsPositions: true },
  { key: 'accuracy', label: 'Accuracy of all', needsPositions: true },
  { key: 'zones', label: 'Areas', needsPositions: false },
  { key: 'zoneNames', label: 'Names of areas', needsPositions: false },
  { key: 'receivers', label: 'Receivers', needsPositions: false },
]

export function layerShows(layers: MapLayers, entry: PositionEntry): boolean {
  return isPerson(entry.entityType) ? layers.people : layers.things
}
