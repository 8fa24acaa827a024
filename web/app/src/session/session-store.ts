// Who is signed in, what they may do, and when the session ends (spec 2.1, 5.4). The cookies are the truth; this store
// is their reactive reflection plus the one thing they do not carry: whether the password must be changed first.
import { auth } from '@rollcall/contracts/domains/auth'
import type { Permission } from '@rollcall/contracts/permissions'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { call } from '../api/call.ts'
import { mayCall } from './may-call.ts'
import { dropSession, readSession } from './session-cookies.ts'
import type { SessionCookies, SignedInUser } from './session-cookies.ts'

export const useSession = defineStore('session', () => {
  const session = shallowRef<SessionCookies | null>(null)
  const asked = shallowRef<readonly string[]>([])
  const mustChangePassword = ref(false)

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
      mustChangePassword.value = me.mustChangePassword
    }
  }

  /** What the account may do now; the server layer renews the cookies with it. */
  async function askAgain(): Promise<void> {
    const me = await call(auth.me)
    asked.value = me.permissions
    mustChangePassword.value = me.mustChangePassword
    await refresh()
  }

  async function signIn(email: string, password: string): Promise<void> {
    const reply = await call(auth.login, { body: { email, password } })
    asked.value = reply.user.permissions
    mustChangePassword.value = reply.user.mustChangePassword
    await refresh()
  }

  async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
    const reply = await call(auth.changePassword, { body: { currentPassword, newPassword } })
    mustChangePassword.value = reply.user.mustChangePassword
    await refresh()
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
    mustChangePassword.value = false
  }

  return {
    session,
    user,
    permissions,
    mustChangePassword,
    can,
    may,
    refresh,
    askAgain,
    signIn,
    changePassword,
    signOut,
    forget,
  }
})
