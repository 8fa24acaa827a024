// The picture of a floor on its map: as it was uploaded, or turned round for the dark theme. For use-floor-map.ts.
import { onBeforeUnmount, watch } from 'vue'
import type { Ref } from 'vue'
import { darkPlan } from './dark-plan.ts'
import type { PlanFloor, PlanMap } from './plan-map.ts'

export type DrawnFloor = PlanFloor & { readonly planUrl: string | null }

/** `drawnFloor` is JSON, so that an equal floor is not drawn anew. */
export function usePlanImage(plan: Ref<PlanMap | null>, drawnFloor: Ref<string>, dark: Ref<boolean>) {
  let darkUrl: string | null = null

  async function show(): Promise<void> {
    const { planUrl, ...size } = JSON.parse(drawnFloor.value) as DrawnFloor
    const asked = drawnFloor.value + dark.value
    // A plan that cannot be turned round is better glaring than missing.
    const made = dark.value && planUrl ? await darkPlan(planUrl, size).catch(() => null) : null
    // Meanwhile the floor or the theme may have changed, or the page was left.
    if (plan.value === null || asked !== drawnFloor.value + dark.value) return revoke(made)
    plan.value.showImage(made ?? planUrl)
    revoke(darkUrl)
    darkUrl = made
  }
  watch(dark, show)
  onBeforeUnmount(() => revoke(darkUrl))
  return show
}

function revoke(url: string | null): void {
  if (url !== null) URL.revokeObjectURL(url)
}
