// Is everything all right? The dashboard's first sentence, worked out from its numbers (interface: one screen, one question).
import type { DashboardSummary } from '@rollcall/contracts/domains/dashboard'
import { titleText } from '../page-titles.ts'
import { t } from './texts.ts'

export type Concern = {
  readonly icon: string
  readonly text: string
  readonly grave: boolean
  /** Where something can be done about it. */
  readonly mend?: { readonly route: string; readonly label: string }
}

/** Gravest first; an empty list means that everything is in order. */
export function concernsOf(summary: DashboardSummary, floorCount: number): Concern[] {
  const silent = summary.receiversTotal - summary.receiversOnline
  const crowded = summary.zones.filter(({ people, capacity }) => capacity !== null && people > capacity)
  const concerns: (Concern | false)[] = [
    floorCount === 0 && {
      icon: 'i-lucide-building-2',
      grave: false,
      text: t('noBuilding'),
      mend: { route: 'buildings', label: titleText('Buildings') },
    },
    summary.receiversTotal === 0 && {
      icon: 'i-lucide-radio-tower',
      grave: false,
      text: t('noReceiver'),
      mend: { route: 'receivers', label: titleText('Receivers') },
    },
    summary.peopleTotal === 0 && {
      icon: 'i-lucide-users',
      grave: false,
      text: t('nobodyRegister'),
      mend: { route: 'people', label: titleText('People') },
    },
    summary.receiversTotal > 0 &&
      summary.receiversOnline === 0 && {
        icon: 'i-lucide-radio-tower',
        grave: true,
        text: t('noReceiverHeard'),
        mend: { route: 'receivers', label: titleText('Receivers') },
      },
    ...crowded.map(({ name, people, capacity }) => ({
      icon: 'i-lucide-users',
      grave: true,
      text: t('overfull', { name, people, capacity: capacity ?? 0 }),
    })),
    silent > 0 &&
      summary.receiversOnline > 0 && {
        icon: 'i-lucide-radio-tower',
        grave: false,
        text: t('silent', { count: silent }),
        mend: { route: 'receivers', label: titleText('Receivers') },
      },
    summary.criticalBattery > 0 && {
      icon: 'i-lucide-battery-low',
      grave: false,
      text: t('badgesEmpty', { count: summary.criticalBattery }),
      mend: { route: 'battery', label: titleText('Batteries') },
    },
  ]
  return concerns.filter((concern) => concern !== false).toSorted((a, b) => Number(b.grave) - Number(a.grave))
}
