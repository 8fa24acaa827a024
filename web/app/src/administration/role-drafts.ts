// What somebody is about to change about the roles: permissions, and whether a second factor is needed. Used by Roles.vue.
import type { Role } from '@rollcall/contracts/domains/roles'
import type { Permission } from '@rollcall/contracts/permissions'
import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'

type Draft = Pick<Role, 'permissions' | 'requiresSecondFactor'>

/** What is stored now takes the place of what was, unless somebody is about to change it. */
export function useRoleDrafts(stored: Readonly<Ref<Role[] | null>>, busy: Readonly<Ref<boolean>>) {
  const drafts = ref<Partial<Record<string, Draft>>>({})
  const changedFrom = (list: readonly Role[]) =>
    list.filter((before) => {
      const now = drafts.value[before.role]
      return now !== undefined && !isSame(before, now)
    })
  const changed = computed(() => changedFrom(stored.value ?? []))
  function take(): void {
    const copy = ({ permissions, requiresSecondFactor }: Role) => ({
      permissions: [...permissions],
      requiresSecondFactor,
    })
    drafts.value = Object.fromEntries((stored.value ?? []).map((role) => [role.role, copy(role)]))
  }
  watch(
    stored,
    (_, before) => {
      if (busy.value || !before || changedFrom(before).length === 0) take()
    },
    { immediate: true, flush: 'sync' },
  )
  const change = (role: string, to: (draft: Draft) => Draft) => {
    const draft = drafts.value[role]
    if (draft) drafts.value = { ...drafts.value, [role]: to(draft) }
  }
  return {
    drafts,
    changed,
    take,
    setPermission: (role: string, permission: Permission, on: boolean) =>
      change(role, (draft) => {
        const others = draft.permissions.filter((one) => one !== permission)
        return { ...draft, permissions: on ? [...others, permission] : others }
      }),
    setSecondFactor: (role: string, requiresSecondFactor: boolean) =>
      change(role, (draft) => ({ ...draft, requiresSecondFactor })),
  }
}

function isSame(one: Draft, other: Draft): boolean {
  return (
    one.requiresSecondFactor === other.requiresSecondFactor &&
    one.permissions.length === other.permissions.length &&
    one.permissions.every((permission) => other.permissions.includes(permission))
  )
}
