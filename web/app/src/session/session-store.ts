// Who is signed in, what they may do, and when the session ends (spec 2.1, 5.4). The cookies are the truth; this store
// is their reactive reflection plus the one thing they do not carry: what must be done first, such as a new password.
import { auth } from '@rollcall/contracts/domains/auth'
import type { Credentials, PasskeyProof, Session, SessionUser } from '@rollcall/contracts/domains/auth'
import type { Permission } from '@rollcall/contracts/permissions'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import type { MustFirst } from './auth-guard.ts'
import { mayCall } from './may-call.ts'
import { dropSession, readSession } from './session-cookies.ts'
import type { SessionCookies, SignedInUser } from './session-cookies.ts'

export const useSession = defineStore('session', () => {
  const session = shallowRef<SessionCookies | null>(null)
  const asked = shallowRef<readonly string[]>([])
  const mustFirst = ref<MustFirst>(null)

  const user = computed<SignedInUser | null>(() => session.value?.user ?? null)
  const permissions = computed<ReadonlySet<string>>(() => {
    const listed = session.value?.permissions ?? []
    return new Set(listed === 'ask' ? asked.value : listed)
  })
  const can = (permission: Permission) => permissions.value.has(permission)
  const may = (row: Parameters<typeof mayCall>[0]) => mayCall(row, can)

  /** Reads the cookies again; asks the backend for permissions that did not fit into one. */
  async function refresh(): Promise<void> {
    session.value = readSession(document.cookie, Date.now())
    if (session.value?.permissions === 'ask' && asked.value.length === 0) {
      const me = await call(auth.me)
      asked.value = me.permissions
      mustFirst.value = firstOf(me)
    }
  }

  /** What the account may do now; the server layer renews the cookies with it. */
  async function askAgain(): Promise<void> {
    const me = await call(auth.me)
    asked.value = me.permissions
    mustFirst.value = firstOf(me)
    await refresh()
  }

  const signIn = async (body: z.input<typeof Credentials>) => begin(await call(auth.login, { body }))
  const signInWithPasskey = async (passkey: PasskeyProof) => begin(await call(auth.passkeyLogin, { body: { passkey } }))

  async function begin(reply: Pick<Session, 'user'>): Promise<void> {
    asked.value = reply.user.permissions
    mustFirst.value = firstOf(reply.user)
    await refresh()
  }

  async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
    await begin(await call(auth.changePassword, { body: { currentPassword, newPassword } }))
  }

  /** The page forgets the session even when the server cannot be told, and stays signed out when it is opened again. */
  async function signOut(): Promise<void> {
    try {
      if (localStorage.getItem('rollcall.push')) await (await import('../offline/push.ts')).turnPushOff()
      await call(auth.logout, { body: undefined })
    } catch (error) {
      dropSession(document)
      throw error
    } finally {
      forget()
    }
  }

  function forget(): void {
    session.value = null
    asked.value = []
    mustFirst.value = null
  }

  return {
    session,
    user,
    permissions,
    mustFirst,
    can,
    may,
    refresh,
    askAgain,
    signIn,
    signInWithPasskey,
    changePassword,
    signOut,
    forget,
  }
})

function firstOf({ mustChangePassword, mustAddSecondFactor }: SessionUser): MustFirst {
  if (mustChangePassword) return 'change-password'
  return mustAddSecondFactor ? 'second-factor' : null
}
