// A direction in degrees, clockwise from north, as people say it.
const words = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const

export function compassWord(degrees: number): (typeof words)[number] {
  return words[((Math.round(degrees / 45) % 8) + 8) % 8] ?? 'north'
}
