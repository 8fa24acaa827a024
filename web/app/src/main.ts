// Starts the browser application: session from the cookies, then the router with its guards, then the page.
import '@fontsource-variable/inter'
import { PiniaColada } from '@pinia/colada'
import darkOrLight from '@nuxt/ui/runtime/vue/plugins/color-mode.js'
import icons from '@nuxt/ui/runtime/vue/plugins/icons.js'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { startLanguage } from './languages/language.ts'
import { useDevice } from './layouts/device.ts'
import { createAppRouter } from './router.ts'
import { watchSessionEnd } from './session/session-end.ts'
import { useSession } from './session/session-store.ts'
import { sayWhatIsCut } from './ui/whole-text.ts'
import './styles.css'

/** Whoever comes back to a page within this time sees what it showed while it is read anew. */
const keepAnswersMs = 60_000

void start()

/** No `await` outside of a function: texts import parts of this file, and would wait for it while it waits for them. */
async function start(): Promise<void> {
  const app = createApp(App)
  app.use(createPinia()).use(PiniaColada, { queryOptions: { gcTime: keepAnswersMs } })
  useDevice().watchViewport()
  // A backend that is down must not keep the page from opening: the guards then see no permissions and say so.
  await Promise.all([
    useSession()
      .refresh()
      .catch(() => undefined),
    startLanguage(),
  ])
  const router = createAppRouter()
  watchSessionEnd(router)
  sayWhatIsCut()
  app.use(router).use(icons).use(darkOrLight).mount('#app')
}
