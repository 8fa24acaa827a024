// Turns the settings about faults into receivers and badges, chosen by the seed. Called by main.ts.
import type { Site } from '@rollcall/contracts/site'
import type { Settings } from '../config.ts'
import { createRandom } from '../random.ts'
import type { Faults } from './faults.ts'

export function chosenFaults(settings: Settings, site: Site): Faults {
  const random = createRandom(settings.SIMULATOR_SEED).fork('chosen faults')
  const receivers = random.shuffled(site.receivers.map(({ receiverId }) => receiverId))
  const badges = random.shuffled(site.people.map(({ transmitterId }) => transmitterId))
  // The last of the list: it is the clock of a receiver that still hears, unless all are dead.
  const skewed = receivers.at(-1)!
  return {
    deadReceivers: new Set(receivers.slice(0, settings.SIMULATOR_DEAD_RECEIVERS)),
    failingReceivers: new Set(
      receivers.slice(settings.SIMULATOR_DEAD_RECEIVERS).slice(0, settings.SIMULATOR_FAILING_RECEIVERS),
    ),
    flatBadges: new Set(badges.slice(0, settings.SIMULATOR_FLAT_BATTERIES)),
    skewedReceivers: new Map(
      settings.SIMULATOR_CLOCK_SKEW === 0 ? [] : [[skewed, settings.SIMULATOR_CLOCK_SKEW * 1000]],
    ),
    burstSeconds: settings.SIMULATOR_BURST,
    silentSeconds: settings.SIMULATOR_SILENCE,
    duplicates: settings.SIMULATOR_DUPLICATES,
    late: settings.SIMULATOR_LATE,
  }
}
