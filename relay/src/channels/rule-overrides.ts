// Options of a namespace that one subscription made by the server changes for itself: `{"presence":{"value":true}, …}`, in the HTTP
// API's `subscribe` and in a token's `subs`.
import { isObject } from '../protocol/raw-json.ts'
import type { ChannelRules } from './channel-rules.ts'

const overridable = {
  presence: 'presence',
  join_leave: 'joinLeave',
  force_push_join_leave: 'forcePushJoinLeave',
  force_positioning: 'forcePositioning',
  force_recovery: 'forceRecovery',
} as const satisfies Record<string, keyof ChannelRules>

export type RuleOverrides = Partial<
  Pick<ChannelRules, (typeof overridable)[keyof typeof overridable] | 'autoCacheRecover'>
>

/** Null when it is none. Names that are not known mean nothing, as in Centrifugo. */
export function readOverrides(value: unknown): RuleOverrides | null {
  const overrides: RuleOverrides = {}
  if (value === undefined || value === null) return overrides
  if (!isObject(value)) return null
  for (const [name, rule] of Object.entries(overridable)) {
    const option = value[name]
    if (option === undefined || option === null) continue
    const flag = isObject(option) ? (option['value'] ?? false) : null
    if (typeof flag !== 'boolean') return null
    overrides[rule] = flag
  }
  return overrides
}
