import { describe, expect, it } from 'vitest'
import type { SurveyReceiver } from '../survey.ts'
import { restCells } from './rest-cells.ts'
import { placeRest } from './rest-places.ts'
import { restStrengths } from './rest-strengths.ts'

const bounds = { widthM: 20, heightM: 4 }
const receivers = [4, 10, 16].map((xM, i): SurveyReceiver => ({ receiverId: `r${i}`, xM, yM: 2, zM: 2.5 }))
const wall = (doors: { edge: number; at: number; widthM: number }[]) => [
  {
    points: [
      { x: 35, y: 0 },
      { x: 35, y: 100 },
    ],
    doors,
  },
]
const room = { kind: 'room', polygon: [0, 20, 20, 0].map((xM, i) => ({ xM, yM: i < 2 ? 0 : 4 })) } as const
const options = { silentDbm: -100, scatterDb: 6, strengthDb: 0, strengthSureDb: 3 }

describe('where a badge rested', () => {
  const cells = restCells(bounds, receivers, { zones: [room], walls: [] })
  const expected = cells.distances.map((table) => table.map((distance) => -70 - 3 * distance))
  const shareLeft = (strengths: number[]) => {
    const belief = new Float64Array(cells.prior.length)
    placeRest(belief, cells, expected, { transmitterId: 'a', strengths: Float64Array.from(strengths) }, options)
    return belief.reduce((sum, share, i) => (i % cells.columns < cells.columns / 2 ? sum + share : sum), 0)
  }

  it('is told by who heard nothing, and not by who did not listen', () => {
    expect(shareLeft([Infinity, -86, Infinity])).toBeCloseTo(0.5, 3)
    expect(shareLeft([Infinity, -86, NaN])).toBeGreaterThan(0.55)
    expect(shareLeft([NaN, -86, NaN])).toBeCloseTo(0.5, 3)
  })

  it('is rather in a room than in a corridor or outdoors', () => {
    const half = (kind: 'passage' | 'outdoors') => ({
      kind,
      polygon: [0, 10, 10, 0].map((xM, i) => ({ xM, yM: i < 2 ? 0 : 4 })),
    })
    const priorOf = (kind: 'passage' | 'outdoors') =>
      restCells(bounds, receivers, { zones: [room, half(kind)], walls: [] }).prior
    for (const kind of ['passage', 'outdoors'] as const) expect(priorOf(kind)[0]).toBeLessThan(priorOf(kind)[15]!)
  })

  it('is behind a wall, but not behind its door', () => {
    const wallsAt = (doors: Parameters<typeof wall>[0]) =>
      restCells(bounds, receivers, { zones: [room], walls: wall(doors) }).walls[0]!
    const far = 12
    expect(wallsAt([])[cells.columns + far]).toBe(1)
    expect(wallsAt([])[cells.columns + 2]).toBe(0)
    expect(wallsAt([{ edge: 0, at: 0.5, widthM: 2 }])[cells.columns + far]).toBe(0)
  })
})

describe('what was really heard of a badge at rest', () => {
  const heardAt = (rssi: number | null, count: number) => {
    const heard = [
      { receiverId: 'r0', rssi: -70, count: 100 },
      { receiverId: 'r1', rssi: -75, count: 98 },
      { receiverId: 'r2', rssi, count },
    ]
    const more = { receiverId: 'r3', rssi: -72, count: 99 }
    const all = [...receivers, { receiverId: 'r3', xM: 1, yM: 1, zM: 2.5 }]
    const rest = { transmitterId: 'a', seconds: 60, heard: [...heard, more] }
    return restStrengths([rest], all).rests[0]!.strengths[2]
  }

  it('is less than the mean of what little was decoded', () => {
    expect(heardAt(-80, 96)).toBe(-80)
    expect(heardAt(-93, 10)).toBeLessThan(-96)
    expect(heardAt(-95, 1)).toBeNaN()
    expect(heardAt(null, 0)).toBeNaN()
  })

  it('leaves out a rest that fewer than three receivers heard', () => {
    const heard = [
      { receiverId: 'r0', rssi: -70, count: 100 },
      { receiverId: 'r1', rssi: -75, count: 98 },
    ]
    expect(restStrengths([{ transmitterId: 'a', seconds: 60, heard }], receivers).rests).toEqual([])
  })
})
