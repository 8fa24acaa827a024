// Is everything all right? The dashboard's first sentence, worked out from its numbers (interface: one screen, one question).
import type { DashboardSummary } from '@rollcall/contracts/domains/dashboard'
import { counted } from '../ui/counted.ts'

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
      text: 'There is no building with a floor yet.',
      mend: { route: 'buildings', label: 'Buildings' },
    },
    summary.receiversTotal === 0 && {
      icon: 'i-lucide-radio-tower',
      grave: false,
      text: 'No receiver is registered yet, so that nobody can be located.',
      mend: { route: 'receivers', label: 'Receivers' },
    },
    summary.peopleTotal === 0 && {
      icon: 'i-lucide-users',
      grave: false,
      text: 'Nobody is in the register yet.',
      mend: { route: 'people', label: 'People' },
    },
    summary.receiversTotal > 0 &&
      summary.receiversOnline === 0 && {
        icon: 'i-lucide-radio-tower',
        grave: true,
        text: 'No receiver is heard. Positions are not being measured.',
        mend: { route: 'receivers', label: 'Receivers' },
      },
    ...crowded.map(({ name, people, capacity }) => ({
      icon: 'i-lucide-users',
      grave: true,
      text: `${name} holds ${people} people; it is meant for ${capacity}.`,
    })),
    silent > 0 &&
      summary.receiversOnline > 0 && {
        icon: 'i-lucide-radio-tower',
        grave: false,
        text: `${counted(silent, 'receiver is', 'receivers are')} silent. Positions near ${silent === 1 ? 'it' : 'them'} are less exact.`,
        mend: { route: 'receivers', label: 'Receivers' },
      },
    summary.criticalBattery > 0 && {
      icon: 'i-lucide-battery-low',
      grave: false,
      text: `${counted(summary.criticalBattery, 'badge has', 'badges have')} a battery that is almost empty.`,
      mend: { route: 'battery', label: 'Batteries' },
    },
  ]
  return concerns.filter((concern) => concern !== false).toSorted((a, b) => Number(b.grave) - Number(a.grave))
}
