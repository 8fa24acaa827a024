// Which side of the outer wall a badge is on, and whether at a muster point, by who hears it.
import { expect, it } from 'vitest'
import { aSite, floorOf } from './a-site.ts'
import { wallEvidence } from './wall-evidence.ts'

const floor = floorOf(aSite(), 0)
const sides = [
  { isOutdoors: true, isAtMuster: true },
  { isOutdoors: true, isAtMuster: false },
  { isOutdoors: false, isAtMuster: false },
  { isOutdoors: false, isAtMuster: false },
]
const [pole, facade, ...desks] = sides.map((side, i) => ({ ...floor.receivers[i]!, ...side }))
const site = { ...floor, receivers: [pole!, facade!, ...desks] }
const heard = (atPole: number | null, atFacade: number | null, ...atDesks: number[]) =>
  [
    { receiver: pole!, rssi: atPole },
    { receiver: facade!, rssi: atFacade },
    ...desks.map((receiver, i) => ({ receiver, rssi: atDesks[i] ?? null })),
  ].flatMap(({ receiver, rssi }) => (rssi === null ? [] : [{ receiver, rssi }]))
const tell = (...strengths: Parameters<typeof heard>) => wallEvidence(heard(...strengths), site, [site])!

it('speaks for outdoors when those outdoors hear clearly more, also of a weak badge', () => {
  expect(tell(-70, -72, -88).outdoors).toBeGreaterThan(2)
  expect(tell(-78, -80).outdoors).toBeGreaterThan(2)
})

it('speaks for indoors when both sides hear alike, or only the room does', () => {
  expect(tell(-75, -80, -75, -80).outdoors).toBeLessThan(-1)
  expect(tell(null, null, -75).outdoors).toBeLessThan(-5)
})

it('speaks for the muster point when its receivers hear more than others outdoors, and hear enough', () => {
  expect(tell(-70, -85).atMuster).toBeGreaterThan(2)
  expect(tell(-90, -70).atMuster).toBeLessThan(-1)
  expect(tell(-92, null).atMuster).toBeLessThan(0)
  expect(tell(-72, null).atMuster).toBeGreaterThan(2)
})

it('counts no more than the loudest few of a side', () => {
  const many = Array.from({ length: 20 }, () => ({ receiver: desks[0]!, rssi: -85 }))
  const few = wallEvidence([...heard(-70, -72), ...many.slice(0, 6)], site, [site])
  expect(wallEvidence([...heard(-70, -72), ...many], site, [site])).toEqual(few)
})

it('says nothing where receivers stand on one side only, or nobody hears the badge', () => {
  const outdoorsOnly = { ...floor, receivers: [pole!, facade!] }
  expect(wallEvidence(heard(-60, -60), outdoorsOnly, [outdoorsOnly])).toBeNull()
  const indoorsOnly = { ...floor, receivers: desks }
  expect(wallEvidence(heard(null, null, -60), indoorsOnly, [indoorsOnly])).toBeNull()
  expect(wallEvidence([], site, [site])).toBeNull()
  const noPole = { ...floor, receivers: [facade!, ...desks] }
  expect(wallEvidence(heard(null, -70), noPole, [noPole])?.atMuster).toBeNull()
})
