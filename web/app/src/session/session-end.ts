// Watches `auth_token_expiry` and refused calls, so that a page never sits on a dead session without saying so (spec 2.1, 5.4).
import type { Router } from 'vue-router'
import { watch } from 'vue'
import { onRefused } from '../api/call.ts'
import type { MustFirst } from './auth-guard.ts'
import { readSession } from './session-cookies.ts'
import { useSession } from './session-store.ts'

/** What the backend asks for before anything else, and the page on which it is done. */
const firstBy: Readonly<Record<string, NonNullable<MustFirst>>> = {
  password_change_required: 'change-password',
  second_factor_missing: 'second-factor',
}

/** setTimeout counts in a signed 32-bit number of milliseconds; a longer wait would fire at once. */
const longestTimer = 2 ** 31 - 1

export function watchSessionEnd(router: Router): void {
  const session = useSession()
  let timer: ReturnType<typeof setTimeout> | undefined

  function toSignIn(reason: 'expired' | 'ended'): void {
    const here = router.currentRoute.value
    session.forget()
    if (here.meta.open) return
    void router.push({ name: 'sign-in', query: { reason, return: here.fullPath } })
  }

  function arm(): void {
    clearTimeout(timer)
    const expiresAt = session.session?.expiresAt
    if (expiresAt === undefined) return
    timer = setTimeout(check, Math.min(expiresAt - Date.now() + 500, longestTimer))
  }

  /** Another tab may have signed out, or signed in again and prolonged the session. */
  function check(): void {
    if (session.session === null) return
    if (readSession(document.cookie, Date.now()) === null) toSignIn('expired')
    else void session.refresh().then(arm)
  }

  watch(() => session.session?.expiresAt, arm, { immediate: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
  onRefused((problem) => {
    if (session.session === null) return
    if (problem.code === 'unauthenticated' || problem.code === 'token_expired') toSignIn('ended')
    const first = firstBy[problem.code]
    if (first === undefined) return
    session.mustFirst = first
    void router.push({ name: first })
  })
}
