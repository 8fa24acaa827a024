// The guided start: from nothing to the first drill, in the order in which one thing needs the other. A step is done when the site has
// it, however it came there, so that it can be left and taken up again. Used by SetUp.vue and the dashboard.
import type { SetupState } from '@rollcall/contracts/domains/setup'
import type { RouteLocationRaw } from 'vue-router'
import { t } from './texts.ts'

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
      title: t('yourOrganisation'),
      why: t('messagesAndReportsCarryIts'),
      done: organisation !== null,
      says: organisation ?? t('stillTheDefaultName'),
      to: { name: 'settings' },
    },
    {
      key: 'buildings',
      icon: 'i-lucide-building-2',
      title: t('buildings'),
      why: t('anAlarmRingsForBuildings'),
      done: buildings.length > 0,
      says: buildings.length === 0 ? t('thereIsNoneYet') : named(buildings.map(({ name }) => name)),
      to: { name: 'buildings' },
    },
    {
      key: 'floors',
      icon: 'i-lucide-layers',
      title: t('floors'),
      why: t('peopleAreFoundByFloor'),
      done: buildings.length > 0 && floorless.length === 0,
      says:
        buildings.length === 0
          ? t('aBuildingComesFirst')
          : floorless.length > 0
            ? t('withoutAFloorNamed', { named: named(floorless) })
            : t('floorCount', { count: floors.length }),
      to: { name: 'buildings' },
    },
    {
      key: 'plans',
      icon: 'i-lucide-image-up',
      title: t('plansWithTheirScale'),
      why: t('aPictureOrAPageOfAPDFTwo'),
      done: floors.length > 0 && planless.length === 0,
      says:
        floors.length === 0
          ? t('aFloorComesFirst')
          : planless.length > 0
            ? t('withoutAPlanNamed', { named: named(planless) })
            : t('everyFloorHasOne'),
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
      title: t('receivers'),
      why: t('eachIsRegisteredThenDrawn'),
      done: floors.length > 0 && unheard.length === 0,
      says:
        floors.length === 0
          ? t('aFloorComesFirst')
          : unheard.length > 0
            ? t('withoutAReceiverOnItsPlan', { named: named(unheard) })
            : t('placedOnThePlans', { placed, receiversHeard }),
      to: floors.some((one) => one.receivers > one.receiversPlaced)
        ? onPlan((one) => one.receivers > one.receiversPlaced)
        : { name: 'connect-receivers' },
    },
    {
      key: 'zones',
      icon: 'i-lucide-shapes',
      title: t('zonesAndAMusterPoint'),
      why: t('roomsTellWhereToLookFirst'),
      done: zones > 0 && zoneless.length === 0 && musterPoints > 0,
      says:
        floors.length === 0
          ? t('aFloorComesFirst')
          : zoneless.length > 0
            ? t('withoutAZoneNamed', { named: named(zoneless) })
            : musterPoints === 0
              ? t('noZoneIsAMusterPointYet')
              : `${t('zoneCount', { count: zones })}, ${t('musterCount', { count: musterPoints })}`,
      to: onPlan((one) => one.zones === 0),
    },
  ]
}

function peopleSteps({ people, badges, badgesCarried, contacts, drills }: SetupState): SetupStep[] {
  return [
    {
      key: 'people',
      icon: 'i-lucide-users',
      title: t('people'),
      why: t('oneByOneOrFromAListThatYou'),
      done: people > 0,
      says: people === 0 ? t('nobodyIsInTheRegisterYet') : t('peopleInTheRegister', { people }),
      to: { name: 'people' },
    },
    {
      key: 'badges',
      icon: 'i-lucide-id-card-lanyard',
      title: t('badges'),
      why: t('whoeverCarriesOneOrAPhone'),
      done: badgesCarried > 0,
      says:
        badges === 0
          ? t('noneIsRegisteredYet')
          : badgesCarried === 0
            ? t('nobodyCarriesOneYet')
            : t('badgesCarriedOfBadgesAre', { badgesCarried, badges }),
      // Only what is registered can be handed out.
      to: { name: badges === 0 ? 'badges' : 'hand-out' },
    },
    {
      key: 'contacts',
      icon: 'i-lucide-phone',
      title: t('emergencyContacts'),
      why: t('theyAreToldWhenItRingsBy'),
      done: contacts > 0,
      says: contacts === 0 ? t('nobodyWouldBeTold') : t('contactCount', { count: contacts }),
      to: { name: 'emergency-contacts' },
    },
    {
      key: 'drill',
      icon: 'i-lucide-siren',
      title: t('theFirstDrill'),
      why: t('showsWhetherAllOfItWorks'),
      done: drills > 0,
      says: drills === 0 ? t('noneWasHeldYet') : t('drillCount', { count: drills }),
      to: { name: 'emergency' },
    },
  ]
}

/** "A, B and 3 more" */
function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join('; ')
  return names.length > 3 ? t('shownAndNamesMore', { shown, names: names.length - 3 }) : shown
}
