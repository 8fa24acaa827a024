// The colours of things that move, read by the canvas; one palette per theme (design: maps have their own dark palette).
// People wear the accent, things the neutral; state is told by filling, never by hue alone.

export type MapPalette = {
  readonly person: string
  readonly thing: string
  readonly ring: string
  readonly halo: string
  readonly text: string
  readonly textEdge: string
  readonly initials: string
  readonly chosen: string
}

export const lightPalette: MapPalette = {
  person: '#0b5f75',
  thing: '#4c5960',
  ring: '#ffffff',
  halo: 'rgba(11, 95, 117, 0.09)',
  text: '#14242a',
  textEdge: 'rgba(255, 255, 255, 0.92)',
  initials: '#ffffff',
  chosen: '#0b5f75',
}

export const darkPalette: MapPalette = {
  person: '#5cc4dd',
  thing: '#9db0b8',
  ring: '#0d1517',
  halo: 'rgba(92, 196, 221, 0.1)',
  text: '#eef6f8',
  textEdge: 'rgba(10, 17, 19, 0.9)',
  initials: '#06191f',
  chosen: '#a8e6f5',
}
