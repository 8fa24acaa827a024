// Walls of a floor and the doors in them: one document per floor. A door belongs to its wall, so that it cannot be anywhere else
// (docs/decisions/0060-walls-are-one-document.md).
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { Stored } from '../list.ts'
import { PlanPoint } from './zones.ts'

/** Of one floor; of all its walls together where not said otherwise. */
export const wallLimits = { walls: 1000, pointsOfOne: 100, points: 5000, doorsOfOne: 50, doors: 2000 } as const
export const doorWidthM = { least: 0.4, usual: 1, most: 30 } as const

export const WallDoor = z.strictObject({
  edge: z
    .number()
    .int()
    .min(0)
    .max(wallLimits.pointsOfOne - 2)
    .describe('The piece of the wall that it is in: 0 is the one between its first two points.'),
  at: z.number().min(0).max(1).describe('Its middle along that piece: 0 at the beginning, 1 at the end.'),
  widthM: z.number().min(doorWidthM.least).max(doorWidthM.most).describe('Metres.'),
})
export type WallDoor = z.infer<typeof WallDoor>

export const Wall = z
  .strictObject({
    points: z
      .array(PlanPoint)
      .min(2)
      .max(wallLimits.pointsOfOne)
      .describe('From one end to the other, percent of the floor image.'),
    doors: z.array(WallDoor).max(wallLimits.doorsOfOne).describe('People pass here, and nowhere else.'),
  })
  .superRefine(({ points, doors }, context) => {
    for (const [index, { edge }] of doors.entries())
      if (edge > points.length - 2)
        context.addIssue({ code: 'custom', path: ['doors', index, 'edge'], message: 'no_such_piece' })
  })
export type Wall = z.infer<typeof Wall>

const tooMany = (what: string, most: number) => `All walls of a floor together have at most ${most} ${what}`

export const WallsChange = z.strictObject({
  walls: z
    .array(Wall)
    .max(wallLimits.walls)
    .refine((walls) => sum(walls, ({ points }) => points) <= wallLimits.points, tooMany('points', wallLimits.points))
    .refine((walls) => sum(walls, ({ doors }) => doors) <= wallLimits.doors, tooMany('doors', wallLimits.doors))
    .describe('All of them: what is not among them is removed.'),
})
export const FloorWalls = Stored.pick({ id: true, updatedAt: true }).extend({
  walls: z.array(Wall),
})
export type FloorWalls = z.infer<typeof FloorWalls>

export const walls = {
  read: get('/api/floors/{floorId}/walls', {
    access: 'zones.read',
    reply: FloorWalls,
    says: 'Read the walls and doors of a floor',
  }),
  change: put('/api/floors/{floorId}/walls', WallsChange, {
    access: 'zones.update',
    reply: FloorWalls,
    changes: 'site',
    says: 'Draw the walls and doors of a floor',
  }),
}

function sum(walls: readonly Wall[], of: (wall: Wall) => readonly unknown[]): number {
  return walls.reduce((total, wall) => total + of(wall).length, 0)
}
