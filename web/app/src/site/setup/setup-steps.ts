// The guided start: from nothing to the first drill, in the order in which one thing needs the other. A step is done when the site has
// it, however it came there, so that it can be left and taken up again. Used by SetUp.vue and the dashboard.
import type { SetupState } from '@rollcall/contracts/domains/setup'
import type { RouteLocationRaw } from 'vue-router'
import { counted } from '../../ui/counted.ts'

export type SetupStep = {
  readonly key:
    | 'organisation'
    | 'buildings'
    | 'floors'
    | 'plans'
    | 'receivers'
    | 'zones'
    | 'people'
    | 'badges'
    | 'contacts'
    | 'drill'
  readonly icon: string
  readonly title: string
  /** Why it is wanted. */
  readonly why: string
  readonly done: boolean
  /** What is there, or what is missing. */
  readonly says: string
  /** The page where it is done. */
  readonly to: RouteLocationRaw
}

export function setupSteps(state: SetupState): SetupStep[] {
  return [...buildingSteps(state), ...floorSteps(state), ...peopleSteps(state)]
}

/** Of those that have a name, the ones that lack something. */
function lacking<T extends { readonly name: string }>(all: readonly T[], lacks: (one: T) => boolean): string[] {
  return all.filter(lacks).map(({ name }) => name)
}

function buildingSteps({ organisation, buildings, floors }: SetupState): SetupStep[] {
  const floorless = lacking(buildings, (one) => one.floors === 0)
  const planless = lacking(floors, ({ hasPlan }) => !hasPlan)
  return [
    {
      key: 'organisation',
      icon: 'i-lucide-flag',
      title: 'Your organisation',
      why: 'Messages and reports carry its name, and times are those of its place.',
      done: organisation !== null,
      says: organisation ?? 'It has no name yet.',
      to: { name: 'settings' },
    },
    {
      key: 'buildings',
      icon: 'i-lucide-building-2',
      title: 'Buildings',
      why: 'An alarm rings for buildings, and everybody in them is accounted for.',
      done: buildings.length > 0,
      says: buildings.length === 0 ? 'There is none yet.' : named(buildings.map(({ name }) => name)),
      to: { name: 'buildings' },
    },
    {
      key: 'floors',
      icon: 'i-lucide-layers',
      title: 'Floors',
      why: 'People are found by floor; outdoor areas are a floor, too.',
      done: buildings.length > 0 && floorless.length === 0,
      says:
        buildings.length === 0
          ? 'A building comes first.'
          : floorless.length > 0
            ? `Without a floor: ${named(floorless)}.`
            : counted(floors.length, 'floor', 'floors'),
      to: { name: 'buildings' },
    },
    {
      key: 'plans',
      icon: 'i-lucide-image-up',
      title: 'Plans with their scale',
      why: 'A picture or a page of a PDF; two points on it say how large it is.',
      done: floors.length > 0 && planless.length === 0,
      says:
        floors.length === 0
          ? 'A floor comes first.'
          : planless.length > 0
            ? `Without a plan: ${named(planless)}.`
            : 'Every floor has one.',
      to: { name: 'buildings' },
    },
  ]
}

function floorSteps({ floors, receiversHeard, musterPoints }: SetupState): SetupStep[] {
  const unheard = lacking(floors, ({ receiversPlaced }) => receiversPlaced === 0)
  const zoneless = lacking(floors, ({ zones }) => zones === 0)
  const placed = floors.reduce((sum, { receiversPlaced }) => sum + receiversPlaced, 0)
  const zones = floors.reduce((sum, one) => sum + one.zones, 0)
  /** Where something is to be drawn, in the editor. */
  const onPlan = (isMissing: (one: SetupState['floors'][number]) => boolean): RouteLocationRaw => {
    const floor = floors.find(isMissing) ?? floors[0]
    return floor
      ? { name: 'floor-plan', params: { floorId: floor.floorId }, query: { tool: 'edit' } }
      : { name: 'buildings' }
  }
  return [
    {
      key: 'receivers',
      icon: 'i-lucide-radio-tower',
      title: 'Receivers',
      why: 'Each is registered, then drawn on the plan where it hangs: positions are only as good as that.',
      done: floors.length > 0 && unheard.length === 0,
      says:
        floors.length === 0
          ? 'A floor comes first.'
          : unheard.length > 0
            ? `Without a receiver on its plan: ${named(unheard)}.`
            : `${placed} on the plans, ${receiversHeard} heard now.`,
      to: floors.some((one) => one.receivers > one.receiversPlaced)
        ? onPlan((one) => one.receivers > one.receiversPlaced)
        : { name: 'connect-receivers' },
    },
    {
      key: 'zones',
      icon: 'i-lucide-shapes',
      title: 'Zones and a muster point',
      why: 'Rooms tell where to look first; whoever is at a muster point counts as accounted for.',
      done: zones > 0 && zoneless.length === 0 && musterPoints > 0,
      says:
        floors.length === 0
          ? 'A floor comes first.'
          : zoneless.length > 0
            ? `Without a zone: ${named(zoneless)}.`
            : musterPoints === 0
              ? 'No zone is a muster point yet.'
              : `${counted(zones, 'zone', 'zones')}, ${counted(musterPoints, 'muster point', 'muster points')}`,
      to: onPlan((one) => one.zones === 0),
    },
  ]
}

function peopleSteps({ people, badges, badgesCarried, contacts, drills }: SetupState): SetupStep[] {
  return [
    {
      key: 'people',
      icon: 'i-lucide-users',
      title: 'People',
      why: 'One by one, or from a list that you have.',
      done: people > 0,
      says: people === 0 ? 'Nobody is in the register yet.' : `${people} in the register`,
      to: { name: 'people' },
    },
    {
      key: 'badges',
      icon: 'i-lucide-id-card-lanyard',
      title: 'Badges',
      why: 'Whoever carries one, or a phone, is seen without being asked.',
      done: badgesCarried > 0,
      says:
        badges === 0
          ? 'None is registered yet.'
          : badgesCarried === 0
            ? 'Nobody carries one yet.'
            : `${badgesCarried} of ${badges} are carried`,
      // Only what is registered can be handed out.
      to: { name: badges === 0 ? 'badges' : 'hand-out' },
    },
    {
      key: 'contacts',
      icon: 'i-lucide-phone',
      title: 'Emergency contacts',
      why: 'They are told when it rings, by mail or message.',
      done: contacts > 0,
      says: contacts === 0 ? 'Nobody would be told.' : counted(contacts, 'contact', 'contacts'),
      to: { name: 'emergency-contacts' },
    },
    {
      key: 'drill',
      icon: 'i-lucide-siren',
      title: 'The first drill',
      why: 'Shows whether all of it works, before it has to.',
      done: drills > 0,
      says: drills === 0 ? 'None was held yet.' : counted(drills, 'drill', 'drills'),
      to: { name: 'emergency' },
    },
  ]
}

/** "A, B and 3 more" */
function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join('; ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
