// How far the site is set up, for the guided start.
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { setup } from '@rollcall/contracts/domains/setup'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { readSetup } from './setup-queries.ts'

export const setupHandlers: Handlers<typeof setup, Context> = {
  async read({ context: { db } }) {
    const [state, { general }] = await Promise.all([readSetup(db), readSettings(db)])
    const isNamed = general.organisation !== defaultSettings.general.organisation
    return { ...state, organisation: isNamed ? general.organisation : null }
  },
}
