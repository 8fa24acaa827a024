// What a test needs to read rows without a browser: an application with a signed-in user, and a server whose every answer the
// test gives by hand.
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { useSession } from '../src/session/session-store.ts'

export type Question = {
  readonly url: URL
  readonly signal: AbortSignal
  readonly answer: (data: unknown) => void
  readonly refuse: (status: number, code: string, message?: string) => void
}

/** Runs `use` as a page does; the page is left when `scope` is stopped. */
export function onAPage<T>(use: () => T) {
  const questions: Question[] = []
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      const reply = (status: number, body: unknown) => resolve(Response.json(body, { status }))
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      questions.push({
        url: new URL(path, 'http://rollcall.test'),
        signal: signal as AbortSignal,
        answer: (data) => reply(200, { data }),
        refuse: (status, code, message = 'Refused.') =>
          reply(status, { success: false, error: { code, message, requestId: 'r1' } }),
      })
    })
  })
  const app = createApp({}).use(createPinia()).use(PiniaColada)
  const scope = effectScope()
  const used = app.runWithContext(() => {
    signInAs('ada')
    return scope.run(use)
  })
  if (used === undefined) throw new Error('no scope')
  return { used, questions, last: () => questions.at(-1) as Question, scope }
}

export function signInAs(userId: string | null): void {
  const permissions = ['zones.read', 'departments.read']
  const user = { userId, email: 'ada@rollcall.test', displayName: 'Ada', role: 'admin' }
  useSession().session = (userId === null ? null : { user, permissions }) as ReturnType<typeof useSession>['session']
}
