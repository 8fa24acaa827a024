// The search for missing people as its pages see it: where to look first, every area of the floors concerned, how far it is, and
// what a search team can say about an area. For SearchFirst.vue and MissingPlan.vue.
import type { Sweep, SweepState } from '@rollcall/contracts/domains/muster'
import { useNow } from '@vueuse/core'
import { computed } from 'vue'
import { serverNow } from '../../../realtime/server-clock.ts'
import { useSession } from '../../../session/session-store.ts'
import { useSite } from '../../../session/site-store.ts'
import { confirmFirst, openDialog } from '../../../ui/dialog/open-dialog.ts'
import { clockTime, timeAgo } from '../../../ui/site-time.ts'
import { throttled } from '../../../ui/throttled.ts'
import type { MusterFeed } from '../muster-feed.ts'
import type { Area } from '../sweeps.ts'
import { searchAreas } from './search-areas.ts'
import type { SearchArea } from './search-areas.ts'
import { progressOf, sweepFloors } from './sweep-floors.ts'
import type { SearchedPlace, SweepFloor } from './sweep-floors.ts'
import SweepDialog from './SweepDialog.vue'
import { useZones } from './use-zones.ts'
import { t } from '../texts.ts'

const tickMs = 5_000
const readMs = 1_000

export function useSearch(feed: MusterFeed) {
  const session = useSession()
  const site = useSite()
  const clock = useNow({ interval: tickMs })
  const now = computed(() => serverNow(clock.value.getTime()))
  const { zones, problem } = useZones()

  const sweeps = computed<readonly Sweep[]>(() => [...feed.sweeps.value.values()])
  const moment = computed(() => ({ now: now.value, triggeredAt: Date.parse(feed.event.value?.triggeredAt ?? '') }))
  /** Changes come faster than anybody can read a list anew. */
  const people = throttled(feed.people, readMs)
  const plan = computed(() => searchAreas(people.value, sweeps.value, moment.value))
  const scope = computed(() => {
    const ids = feed.event.value?.scope.buildingIds ?? []
    return site.all.filter(({ id }) => ids.includes(id))
  })
  const floors = computed<readonly SweepFloor[]>(() => {
    const named = scope.value.flatMap(({ floors: own }) => own.map(({ id }) => ({ id, name: site.floorNamed(id) })))
    return sweepFloors(named, zones.value ?? [], sweeps.value)
  })
  const progress = computed(() => progressOf(floors.value.flatMap(({ areas }) => areas)))
  const sweeping = useSweeping(feed, () => plan.value.areas)
  const settles = computed(() => session.can('emergency.account') && feed.event.value?.state === 'active')

  /** "Kim, 10:04:12, 2 min ago" */
  function byWhom({ by, decidedAt }: Sweep): string {
    const at = Date.parse(decidedAt)
    return `${by}, ${clockTime(at, site.timeZone)}, ${timeAgo(at, now.value, site.timeZone)}`
  }
  return { now, moment, plan, zones, floors, progress, problem, settles, byWhom, ...sweeping }
}

function useSweeping(feed: MusterFeed, areas: () => readonly SearchArea[]) {
  const session = useSession()
  const isMine = (sweep: Sweep | null) => sweep !== null && sweep.by === session.user?.displayName

  async function say(place: SearchedPlace, state: SweepState): Promise<void> {
    await Promise.all(place.areas.map((area) => feed.sweep(area, state)))
  }
  /** Somebody else being on the way there is said first. */
  async function take(place: SearchedPlace, sweep: Sweep | null): Promise<void> {
    if (sweep?.state !== 'searching' || isMine(sweep)) return say(place, 'searching')
    confirmFirst({
      title: t('alreadyThere', { name: sweep.by }),
      description: t('takeOver', { name: sweep.by, place: place.name }),
      verb: t('weGoToo'),
      // Kept and sent by itself: nothing to wait for.
      submit: async () => void say(place, 'searching'),
    })
  }
  /** Asks who was found, and says that nobody is left. */
  function finish(place: SearchedPlace): void {
    const isIn = ({ floorId, zoneId }: Area) =>
      place.areas.some((area) => area.floorId === floorId && area.zoneId === zoneId)
    const expected = areas().filter(isIn)
    openDialog(SweepDialog, {
      feed,
      place,
      expected: expected.flatMap(({ people }) => people.map((one) => one.person)),
    })
  }
  return { isMine, say, take, finish }
}
