// Which step of the guided start led away from its page: while one did, a bar over every page says how far it is and leads back
// (SetupBar.vue). Kept for this tab alone, so that a second one is not told what it did not begin.
import { useSessionStorage } from '@vueuse/core'
import type { SetupStep } from './setup-steps.ts'

export const useGuidedStart = () => useSessionStorage<SetupStep['key'] | ''>('rollcall.guided-start', '')
