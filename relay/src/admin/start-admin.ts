// Puts the operators' page together, when the settings have a password for it. Called once at start.
import type { Settings } from '../config.ts'
import type { ApiContext } from '../publish-api/api-context.ts'
import type { AllowedOrigins } from '../transport/allowed-origins.ts'
import type { Peers } from '../transport/peers.ts'
import { createAdminLogin } from './admin-login.ts'
import { createAdmin, type AdminHandler } from './admin-routes.ts'
import { adminState } from './admin-state.ts'
import { createRateSamples } from './rate-samples.ts'

export type Admin = { handle: AdminHandler; stop: () => void }

export function startAdmin(
  settings: Settings['admin'],
  api: ApiContext,
  origins: AllowedOrigins,
  peers: Peers,
): Admin | null {
  if (!settings) return null
  const { hub, connections, node, metrics, engine } = api
  const rates = createRateSamples(metrics.totals, () => connections.counts().clients)
  const state = () =>
    adminState({ hub, connections, node, totals: metrics.totals, origins, samples: rates.samples, engine })
  const login = createAdminLogin(settings.password)
  // From the sources it is bundled now, before anybody is connected; relays without the page never do that.
  const page = import('./admin-page.ts').then(({ adminPage }) => adminPage)
  return {
    handle: createAdmin({ page, login, isBehindProxy: settings.isBehindProxy, peers, state, api }),
    stop: rates.stop,
  }
}
