// The survey of the demo: places all over both floors, measured in the very radio in which its people walk.
import { describe, expect, it } from 'vitest'
import { createHeadOffice } from '../building/head-office.ts'
import { liesIn } from '../building/model.ts'
import { Settings } from '../config.ts'
import { createDemoSite } from '../demo-site.ts'
import { createDemoWorld } from '../demo-world.ts'
import { type SurveyedPlace, surveyFloors } from './survey.ts'

const settings = Settings.parse({ INGEST_KEY: 'no request is made' })
const { SIMULATOR_SEED: seed } = settings
const site = createDemoSite({ seed })
const surveys = surveyFloors({ seed })

describe('the survey of the demo', () => {
  it('has a place in every room, each heard by three receivers of its own floor', () => {
    const building = createHeadOffice()
    for (const [at, { level, key }] of building.levels.entries()) {
      const rooms = building.rooms.filter((room) => room.level === level && room.kind !== 'outdoor')
      const isMissed = (room: (typeof rooms)[number]) =>
        !surveys[at]!.some(({ xM, yM }) => liesIn(room, { x: xM, y: yM }))
      expect(rooms.filter(isMissed).map(({ name }) => name)).toEqual([])
      const own = site.receivers.filter(({ floor }) => floor === key).map(({ receiverId }) => receiverId)
      for (const { heard } of surveys[at]!) {
        expect(heard.length).toBeGreaterThanOrEqual(3)
        expect(own).toEqual(expect.arrayContaining(heard.map(({ receiverId }) => receiverId)))
      }
    }
  })

  it('says what the receivers of the running demo hear, which that of another radio does not', () => {
    const heard = heardOfPeople()
    expect(heard.length).toBeGreaterThan(2000)
    const [own, other] = [surveys, surveyFloors({ seed: seed + 1 })].map((each) => scatterDb(heard, each))
    // A body, multipath and the way to the next place are in both; the walls, shadows and receivers only in its own.
    expect(own!).toBeLessThan(5.5)
    expect(other! - own!).toBeGreaterThan(1.5)
  })
})

type Heard = { floor: number; xM: number; yM: number; receiverId: string; rssi: number }

function heardOfPeople(): Heard[] {
  const world = createDemoWorld(settings, site)
  const floors = site.floors.map(({ key }) => key)
  return Array.from({ length: 60 }, (_, second) => {
    const raddecs = world.tick({ seconds: 1, nowMs: second * 1000 })
    const badges = new Map(world.truth().map((truth) => [truth.transmitterId, truth]))
    return raddecs.flatMap(({ transmitterId, rssiSignature }) => {
      const truth = badges.get(transmitterId)
      if (!truth || truth.moving) return []
      const { xM, yM } = truth
      return rssiSignature.map((each) => ({ ...each, floor: floors.indexOf(truth.floor), xM, yM }))
    })
  }).flat()
}

/** Of what was heard around what the survey has for the nearest place, whatever the strength of a badge is on average. */
function scatterDb(heard: readonly Heard[], floors: readonly SurveyedPlace[][]): number {
  const differences = heard.flatMap(({ floor, xM, yM, receiverId, rssi }) => {
    const away = (place: SurveyedPlace) => Math.hypot(place.xM - xM, place.yM - yM)
    const nearest = floors[floor]!.reduce((best, place) => (away(place) < away(best) ? place : best))
    const surveyed = nearest.heard.find((each) => each.receiverId === receiverId)
    return surveyed && away(nearest) < 2.5 ? [rssi - surveyed.rssi] : []
  })
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length
  return Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / differences.length)
}
