// An action that an address asks for (`?do=new-person`, from the search over everything): done once its page is there, if it is offered.
import { nextTick, onMounted } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** `find` answers what to do for a name, or nothing when it is not offered. */
export function useAskedAction(find: (name: string) => (() => unknown) | undefined): void {
  const route = useRoute()
  const router = useRouter()
  onMounted(async () => {
    const { do: asked, ...query } = route.query
    const run = typeof asked === 'string' ? find(asked) : undefined
    if (!run) return
    // First out of the address: what was done once is not done again when the page is loaded anew.
    await router.replace({ path: route.path, query })
    await nextTick()
    run()
  })
}
