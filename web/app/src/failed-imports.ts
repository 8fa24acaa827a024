// A part of the application that cannot be loaded (Vite tells of each). After an upgrade its file has another name: then the
// page is loaded anew. Without a connection the page stays, with all it knows, and says so. Used by App.vue.
import { useToast } from '@nuxt/ui/composables/useToast'
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'

/** Loading anew helps once; a file that is missing even then must not make the page load for ever. */
const onceWithinMs = 60_000
const storedAs = 'rollcall.loaded-anew'

export function useFailedImports(): void {
  const toast = useToast()
  const router = useRouter()
  let going: string | null = null
  router.beforeEach((to) => void (going = to.fullPath))
  router.afterEach(() => void (going = null))

  function loadAnew(address: string): void {
    sessionStorage.setItem(storedAs, String(Date.now()))
    globalThis.location.assign(address)
  }

  async function recover(address: string | null): Promise<void> {
    if (!(await serverAnswers())) {
      toast.add({
        id: 'missing-part',
        color: 'error',
        icon: 'i-lucide-wifi-off',
        title: 'This could not be loaded',
        description: 'The server cannot be reached. Try again when the connection is back.',
      })
    } else if (address !== null && Date.now() - Number(sessionStorage.getItem(storedAs)) > onceWithinMs) {
      loadAnew(address)
    } else {
      toast.add({
        id: 'missing-part',
        color: 'warning',
        icon: 'i-lucide-refresh-cw',
        title: 'Rollcall has been updated',
        description: 'Load the page again to go on.',
        duration: 0,
        actions: [{ label: 'Load again', onClick: () => loadAnew(globalThis.location.href) }],
      })
    }
  }

  // What the wish was is known only now; by the time the server has answered, the router has given it up.
  useEventListener(globalThis, 'vite:preloadError', () => void recover(going))
}

async function serverAnswers(): Promise<boolean> {
  const reply = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return reply?.ok ?? false
}
