// A direction in degrees, clockwise from north, as people say it.
import { t } from './texts.ts'

const words = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const

export function compassWord(degrees: number): string {
  return t(words[((Math.round(degrees / 45) % 8) + 8) % 8] ?? 'north')
}
