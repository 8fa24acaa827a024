// What TriggerDialog.vue asks for and sends. The key stays the same for every attempt of the same request, so that trying again after a
// lost answer starts nothing twice; whoever changes something asks for something else.
import { emergency, type Emergency } from '@rollcall/contracts/domains/emergency'
import { computed, reactive, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import { call } from '../api/call.ts'
import { ProblemError, sentenceFor } from '../api/problem-error.ts'
import { useSite } from '../session/site-store.ts'
import { useActive } from './active-store.ts'
import { eventName, type Mode, type Scenario } from './emergency-words.ts'
import { randomKey } from './random-key.ts'
import { standingIn, standingSentence } from './standing.ts'
import { t } from './texts.ts'

/** `drill`: becomes real, with what is known of it. */
export function useTrigger(live: boolean, drill: Emergency | undefined, close: () => void) {
  const router = useRouter()
  const active = useActive()
  const site = useSite()
  const fields = reactive({
    scenario: (drill?.scenario ?? null) as Scenario | null,
    mode: (live ? 'live' : 'drill') as Mode,
    buildingIds: [...(drill?.scope.buildingIds ?? [])],
    message: drill?.message ?? '',
  })
  const busy = ref(false)
  const problem = ref<string | null>(null)
  let key = randomKey()

  if (!drill)
    watch(
      () => site.all,
      (buildings) => (fields.buildingIds = buildings.map(({ id }) => id)),
      { immediate: true },
    )
  watch(fields, () => (key = randomKey()))
  const standing = computed(() => standingIn(active.events, fields))
  const notice = computed(() => standingSentence(standing.value))
  const lacking = computed(() => {
    if (fields.scenario === null) return t('chooseWhat')
    return fields.buildingIds.length === 0 ? t('chooseBuilding') : null
  })

  async function trigger(): Promise<void> {
    const { scenario, mode, buildingIds, message } = fields
    if (scenario === null || busy.value) return
    busy.value = true
    problem.value = null
    try {
      const scope = { buildingIds: [...buildingIds] }
      const musterPoints = drill && sameIds(drill.scope.buildingIds, buildingIds) ? drill.musterPoints : []
      const body = { scenario, mode, scope, message, musterPoints, idempotencyKey: key }
      const { id } = await call(emergency.trigger, { body })
      await router.push({ name: 'emergency-board', params: { eventId: id } })
      close()
      // The bar above may come after the board: nobody waits for it.
      void active.refresh()
    } catch (error) {
      problem.value = sentenceFor(error)
      if (error instanceof ProblemError && error.status === 409) {
        await active.refresh()
        const { blockedBy } = standing.value
        if (blockedBy) problem.value = t('nothingStarted', { event: eventName(blockedBy) })
      }
    } finally {
      busy.value = false
    }
  }
  return { fields, busy, problem, standing, notice, lacking, trigger }
}

const sameIds = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id) => right.includes(id))
