// The time that the dashboard is about, in its address: whoever is sent the link, or saves it as a view, sees the same. Used by
// OccupancyPanel.vue.
import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import { serverNow } from '../realtime/server-clock.ts'
import { useSite } from '../session/site-store.ts'
import { useBuildingAddress } from '../ui/table/building-address.ts'
import { useListAddress } from '../ui/table/list-address.ts'
import { isDay, isRange, lastWeek, spanOf, usualRange } from './time-range.ts'
import type { RangeName } from './time-range.ts'

export function useTimeRange() {
  const site = useSite()
  const [name, from, to] = [ref<string>(usualRange), ref(''), ref('')]
  const isDayOrNone = (text: string) => text === '' || isDay(text)
  useBuildingAddress(site)
  const address = useListAddress([
    { key: 'range', usual: usualRange, value: name, isGood: isRange },
    { key: 'from', usual: '', value: from, isGood: isDayOrNone },
    { key: 'to', usual: '', value: to, isGood: isDayOrNone },
  ])
  const chosen = computed({
    get: () => name.value as RangeName,
    set: (next) => {
      const days = next === 'own' ? lastWeek(serverNow(), site.timeZone) : { from: '', to: '' }
      ;[name.value, from.value, to.value] = [next, days.from, days.to]
    },
  })
  const now = ref(serverNow())
  useIntervalFn(() => (now.value = serverNow()), 60_000)
  const span = computed(() => {
    const range = { name: chosen.value, from: from.value, to: to.value }
    return spanOf(range, now.value, site.timeZone)
  })
  return { chosen, from, to, span, address }
}
