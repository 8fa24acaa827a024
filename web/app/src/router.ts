// The router and the order of its guards: device, then auth, then permissions (spec 5.4). The pages are in features.ts.
import { watchEffect } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import { textsReady } from './languages/language.ts'
import { titleText } from './page-titles.ts'
import { authGuard } from './session/auth-guard.ts'
import { useDevice } from './layouts/device.ts'
import { permitted } from './session/permission-guard.ts'
import { routes } from './features.ts'
import { useSession } from './session/session-store.ts'

export function createAppRouter() {
  const router = createRouter({ history: createWebHistory(), routes })
  router.beforeEach((to) => {
    useDevice().chooseLayout()
    const session = useSession()
    const decision = authGuard(to, {
      signedIn: session.session !== null,
      mustFirst: session.mustFirst,
    })
    if (decision !== true) return decision
    if (!to.meta.open && !permitted(to.meta, session.permissions)) {
      return { name: 'forbidden', query: { page: to.meta.title } }
    }
    return true
  })
  // A page comes with its words.
  router.beforeResolve(() => textsReady())
  router.afterEach(() => requestAnimationFrame(focusPage))
  watchEffect(() => {
    const { title } = router.currentRoute.value.meta
    if (title) document.title = `${titleText(title)} · Rollcall`
  })
  return router
}

/** What led here may be gone with its page or dialog (sign-in, search): the keyboard then goes on in the page, not before it. */
function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
