// The world that runs beside the demo, by its settings. Used by main.ts and by the bench, which judges what the demo ships.
import type { Site } from '@rollcall/contracts/site'
import type { Settings } from './config.ts'
import { demoPhones } from './devices/phones.ts'
import { chosenFaults } from './gateways/chosen-faults.ts'
import { createWorld, type World } from './world.ts'

export function createDemoWorld(settings: Settings, site: Site): World {
  const { SIMULATOR_SEED: seed, SIMULATOR_EMPLOYEES: employees } = settings
  const [hours, minutes] = settings.SIMULATOR_CLOCK.split(':').map(Number)
  return createWorld({
    seed,
    employees,
    faults: chosenFaults(settings, site),
    dayStartS: hours! * 3600 + minutes! * 60,
    ambientDevices: settings.SIMULATOR_AMBIENT_DEVICES,
    phones: demoPhones(site.people, settings.SIMULATOR_PHONES, seed),
    receiversAdvertise: true,
  })
}
