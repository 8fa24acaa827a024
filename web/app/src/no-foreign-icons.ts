// Icons are bundled at build time (vite.config.ts). The icon component would ask a public server for any it does not
// know; this takes that way out, so that a missing icon is only missing and the page never talks to a foreign host.
import { _api } from '@iconify/vue'

_api.setAPIModule('', { prepare: () => [], send: () => undefined })
