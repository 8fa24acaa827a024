// The kept store of whoever is signed in (kept-store.ts), opened when it is first wanted. A device that can keep nothing says so and
// goes on with what the server answers. Kept is what somebody needs who accounts for people, and for nobody else.
import { auth } from '@rollcall/contracts/domains/auth'
import { ref, shallowRef, watch } from 'vue'
import { call } from '../api/call.ts'
import { ProblemError } from '../api/problem-error.ts'
import { useSession } from '../session/session-store.ts'
import type { Kept, KeptStore, Kind } from './kept-store.ts'
import { t } from './texts.ts'

/** Why this device keeps nothing; null: it does, or was not asked to. */
export const keptProblem = ref<string | null>(null)
/** Says that there may be something to forget, without opening the store. */
const marker = 'rollcall.kept'
/** Before anything is read or kept, what must go is gone. */
let forgetting: Promise<void> = Promise.resolve()
let opened: { readonly userId: string; readonly store: Promise<KeptStore> } | null = null

/** Null: nothing can be kept, or not yet. */
export async function keptStore(): Promise<KeptStore | null> {
  const session = useSession()
  if (session.session === null || !session.can('emergency.account')) return null
  const { user, expiresAt } = session.session
  const { userId } = user
  if (opened?.userId !== userId) opened = { userId, store: open({ userId, expiresAt }) }
  const mine = opened
  try {
    return await mine.store
  } catch (error) {
    if (opened === mine) opened = null
    // Without a key there is nothing of this sign-in yet: the next who asks tries again.
    if (!(error instanceof ProblemError)) keptProblem.value = noStorage()
    return null
  }
}

const noStorage = () => t('noStorage')
const noRoom = () => t('noRoom')

async function open(holder: { userId: string; expiresAt: number }): Promise<KeptStore> {
  const { openKeptStore } = await import('./kept-store.ts')
  await forgetting
  localStorage.setItem(marker, 'yes')
  return openKeptStore(holder, () => call(auth.deviceKey))
}

/** `of`: whose it is; what one account read or tapped is never kept for another. Also when there is no room it goes on, and says so. */
export async function keep(
  kind: Kind,
  name: string,
  value: unknown,
  of: string | undefined,
  at?: number,
): Promise<void> {
  const store = useSession().user?.userId === of ? await keptStore() : null
  if (store === null) return
  try {
    await store.write(kind, name, value, at)
    keptProblem.value = null
  } catch {
    keptProblem.value = noRoom()
  }
}

export async function readKept(kind: Kind, name: string): Promise<Kept | null> {
  const session = useSession()
  const of = session.user?.userId
  const kept = await (await keptStore())?.read(kind, name).catch(() => null)
  return kept && session.user?.userId === of ? kept : null
}

/** The newest of what was answered lately, by name. */
const soon = new Map<string, { readonly of: string | undefined; readonly value: unknown; readonly at: number }>()
/** The page that was opened comes first, and an answer that comes every few seconds need not be sealed each time. */
export const keepAfterMs = 5_000

export function keepSoon(name: string, value: unknown): void {
  if (!soon.has(name))
    setTimeout(() => {
      const newest = soon.get(name)
      soon.delete(name)
      if (newest) void keep('answer', name, newest.value, newest.of, newest.at)
    }, keepAfterMs)
  soon.set(name, { of: useSession().user?.userId, value, at: Date.now() })
}

/** The last answer that was kept, once there is none to be had. */
export function useKept<T>(name: string, isMissing: () => boolean) {
  const kept = shallowRef<{ readonly value: T; readonly at: number } | null>(null)
  watch(
    isMissing,
    async (missing) => {
      if (missing) kept.value = (await readKept('answer', name)) as typeof kept.value
    },
    { immediate: true },
  )
  return kept
}

/** The same, of what is kept whenever it is answered. `data`: what the server answers. */
export function useKeptAnswer<T>(name: string, data: () => T | null, isMissing: () => boolean) {
  watch(data, (answer) => answer !== null && keepSoon(name, answer), { immediate: true })
  return useKept<T>(name, () => isMissing() && data() === null)
}

/** What was kept for another account, or for a sign-in that has ended, goes. Started once, by start-offline.ts. */
export function watchKept(): void {
  const session = useSession()
  const forget = async () => {
    const { forgetKept } = await import('./kept-store.ts')
    const { session: current } = session
    await forgetKept(current && { userId: current.user.userId, expiresAt: current.expiresAt }).catch(() => undefined)
  }
  watch(
    () => session.user?.userId,
    () => {
      opened = null
      keptProblem.value = null
      if (localStorage.getItem(marker) !== null) forgetting = forget()
    },
    { immediate: true, flush: 'sync' },
  )
}
