// Puts together who is on site and what there is, for each part of the dashboard. Called by dashboard-handlers.ts.
import type {
  DashboardBuilding,
  DashboardDepartment,
  DashboardFloor,
  ZoneOccupancy,
} from '@rollcall/contracts/domains/dashboard'
import type { z } from 'zod'
import { sumOf } from '../positions/presence.ts'
import type { FloorCount, PeopleAtPlace, PeopleOfKind } from '../positions/presence-queries.ts'
import type { DepartmentTotal, ListedBuilding, ListedFloor, ListedZone, ReceiverCount } from './dashboard-queries.ts'
import type { Quarter } from './occupancy-queries.ts'

/** More zones than a page can show; the fullest come first. */
const mostZones = 500

export function zoneNumbers(zones: readonly ListedZone[], places: readonly PeopleAtPlace[]) {
  const people = new Map(places.map((place) => [place.zoneId, place.people]))
  return zones
    .map((zone): z.input<typeof ZoneOccupancy> => ({ ...zone, people: people.get(zone.zoneId) ?? 0 }))
    .toSorted((a, b) => b.people - a.people)
    .slice(0, mostZones)
}

export function buildingNumbers(
  buildings: readonly ListedBuilding[],
  places: readonly PeopleAtPlace[],
  receivers: readonly ReceiverCount[],
): z.input<typeof DashboardBuilding>[] {
  return buildings.map((building) => {
    const isHere = ({ buildingId }: { buildingId: string | null }) => buildingId === building.buildingId
    return { ...building, people: sumOf(places.filter(isHere)), ...receiverNumbers(receivers.filter(isHere)) }
  })
}

export function floorNumbers(
  floors: readonly ListedFloor[],
  places: readonly PeopleAtPlace[],
  receivers: readonly ReceiverCount[],
  assets: readonly FloorCount[],
): z.input<typeof DashboardFloor>[] {
  return floors.map((floor) => {
    const isHere = ({ floorId }: { floorId: string | null }) => floorId === floor.floorId
    return {
      ...floor,
      people: sumOf(places.filter(isHere)),
      assets: assets.find(isHere)?.count ?? 0,
      ...receiverNumbers(receivers.filter(isHere)),
    }
  })
}

export function departmentNumbers(
  departments: readonly DepartmentTotal[],
  kinds: readonly PeopleOfKind[],
): z.input<typeof DashboardDepartment>[] {
  const employees = kinds.filter(({ entityType, active }) => entityType === 'employee' && active)
  return departments.map((department) => ({
    ...department,
    present: sumOf(employees.filter(({ departmentId }) => departmentId === department.departmentId)),
  }))
}

/** The quarter that goes on is counted up to now. */
export function occupancyNumbers(recorded: readonly Quarter[], places: readonly PeopleAtPlace[]): Quarter[] {
  return recorded.map(({ at, people }, index) => {
    return { at, people: index === recorded.length - 1 ? Math.max(people, sumOf(places)) : people }
  })
}

export function receiverNumbers(counts: readonly ReceiverCount[]) {
  return {
    receiversOnline: counts.reduce((sum, { online }) => sum + online, 0),
    receiversTotal: counts.reduce((sum, { total }) => sum + total, 0),
  }
}
