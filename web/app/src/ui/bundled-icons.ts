// In place of '@iconify/vue' (vite.config.ts), whose component asks a public server for any icon it does not know and renders every icon
// twice. This is its other half: bundled icons only, so that a missing one is only missing and the page never talks to a foreign host.
import { addIcon as keepIcon } from '@iconify/vue/offline'
import type { IconifyIcon } from '@iconify/vue/offline'

export { Icon } from '@iconify/vue/offline'

/** Kept by the name that pages use ('lucide-map-pin'), given by that of the collection ('lucide:map-pin'). */
export const addIcon = (name: string, icon: IconifyIcon): void => keepIcon(name.replace(':', '-'), icon)
export const iconLoaded = (): boolean => true
