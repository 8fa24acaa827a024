// The colours of what is drawn on the canvas; one palette per theme (interface: maps have their own dark palette).
// People wear the accent, assets the neutral; state is told by filling, never by hue alone.

export type MapPalette = {
  readonly person: string
  readonly asset: string
  readonly ring: string
  readonly halo: string
  readonly text: string
  readonly textEdge: string
  readonly initials: string
  readonly chosen: string
  readonly online: string
  readonly offline: string
  readonly ambient: string
  readonly ambientText: string
  readonly trail: string
  readonly ruler: string
  readonly strong: string
  readonly fair: string
  readonly weak: string
  /** Red, green, blue of the busiest place; less busy ones are more transparent. */
  readonly heat: readonly [number, number, number]
}

export const lightPalette: MapPalette = {
  person: '#0b5f75',
  asset: '#4c5960',
  ring: '#ffffff',
  halo: 'rgba(11, 95, 117, 0.09)',
  text: '#14242a',
  textEdge: 'rgba(255, 255, 255, 0.92)',
  initials: '#ffffff',
  chosen: '#0b5f75',
  online: '#16a34a',
  offline: '#dc2626',
  ambient: '#e3e8ea',
  ambientText: '#3c484e',
  trail: '#0b5f75',
  ruler: '#14242a',
  strong: '#0b5f75',
  fair: '#4f8c9d',
  weak: '#93aeb6',
  heat: [194, 65, 12],
}

export const darkPalette: MapPalette = {
  person: '#5cc4dd',
  asset: '#9db0b8',
  ring: '#0d1517',
  halo: 'rgba(92, 196, 221, 0.1)',
  text: '#eef6f8',
  textEdge: 'rgba(10, 17, 19, 0.9)',
  initials: '#06191f',
  chosen: '#a8e6f5',
  online: '#22c55e',
  offline: '#f87171',
  ambient: '#2c373c',
  ambientText: '#c4ced2',
  trail: '#a8e6f5',
  ruler: '#eef6f8',
  strong: '#a8e6f5',
  fair: '#5c9fb0',
  weak: '#476a75',
  heat: [251, 146, 60],
}
