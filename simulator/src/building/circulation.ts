// What both floors have in the same place: two corridors with their links, and the core of stairs, lifts and WC between them.
// Stairs and lifts meet because there is one drawing of them. Used by the two floors.
import type { Room } from './model.ts'

/** `prefix` begins the keys of the floor's rooms. */
export function circulation(level: number, prefix: string): Room[] {
  const corridor = (key: string, name: string, x: number, y: number, w: number, h: number): Room => {
    return { key: `${prefix}-${key}`, name, level, kind: 'corridor', x, y, w, h, doors: [] }
  }
  const shaft = (key: string, name: string, x: number, kind: Room['kind'], door: Room['doors'][number]): Room => {
    return { key: `${prefix}-${key}`, name, level, kind, x, y: 13, w: 4, h: 5, doors: [door] }
  }
  return [
    corridor('corridor-n', 'North corridor', 2, 11, 56, 2),
    corridor('corridor-s', 'South corridor', 2, 18, 56, 2),
    corridor('link-w', 'West link', 20, 13, 2, 5),
    corridor('link-e', 'East link', 38, 13, 2, 5),
    shaft('stairs-a', 'Stairs A', 22, 'stairs', { side: 's', at: 1.1 }),
    shaft('lifts', 'Lifts', 26, 'lift', { side: 's', at: 2, width: 2.4, open: true }),
    shaft('wc', 'WC', 30, 'wc', { side: 'n', at: 2 }),
    shaft('stairs-b', 'Stairs B', 34, 'stairs', { side: 'n', at: 1.1 }),
  ]
}
