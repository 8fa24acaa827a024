// Which floor's plan is shown: one after the other, or the one that stands in the address until it is let go. For WallBoard.vue.
import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** Long enough to find one's way on a plan. */
const turnMs = 15_000
type WithId = { readonly id: string }

export function useTurning<F extends WithId>(floors: Readonly<Ref<readonly F[]>>) {
  const route = useRoute()
  const router = useRouter()
  const fixedId = computed(() => floors.value.find(({ id }) => id === route.query['floor'])?.id ?? null)
  const turnedTo = ref<string | null>(null)
  const floor = computed(() => {
    const wanted = fixedId.value ?? turnedTo.value
    return floors.value.find(({ id }) => id === wanted) ?? floors.value[0] ?? null
  })
  const paused = computed(() => fixedId.value !== null)
  const { pause, resume } = useIntervalFn(() => paused.value || turn(1), turnMs)

  const fix = (id: string | undefined) => void router.replace({ query: { ...route.query, floor: id } })
  function turn(by: 1 | -1): void {
    const next = neighbour(floors.value, floor.value?.id ?? null, by)
    turnedTo.value = next?.id ?? null
    if (paused.value) fix(next?.id)
  }
  /** By hand: the floor then stays as long as any other. */
  function step(by: 1 | -1): void {
    pause()
    turn(by)
    resume()
  }
  function togglePause(): void {
    turnedTo.value = floor.value?.id ?? null
    fix(paused.value ? undefined : floor.value?.id)
  }
  return { floor, paused, step, togglePause }
}

/** After the last comes the first. */
export function neighbour<F extends WithId>(all: readonly F[], id: string | null, by: 1 | -1): F | undefined {
  const at = all.findIndex((one) => one.id === id)
  return all.at((at + by) % all.length)
}
