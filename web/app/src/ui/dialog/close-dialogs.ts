// Closes what openDialog opened: a dialog belongs to the page it was opened on. Called by the root of the application, which every
// page pays for; therefore apart from the dialogs themselves.
import { useOverlay } from '@nuxt/ui/composables/useOverlay'

export function closeDialogs(): void {
  useOverlay().closeAll()
}
