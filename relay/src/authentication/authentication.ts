// What a token says to the relay. Two readings of tokens implement it: the product's strict rules, and Centrifugo's for a
// relay with a configuration file (rules 7).
import type { Payload } from '../protocol/messages.ts'
import type { RuleOverrides } from '../channels/rule-overrides.ts'

export type GrantedChannel = { info?: string; data?: string; overrides?: RuleOverrides }

/** Times in ms; null for never. `info` and `data` are JSON text. */
export type ConnectionGrant = {
  user: string
  expiresAt: number | null
  info?: string
  /** Told to the client at connect. */
  data?: Payload
  /** For backends that are asked about the connection; JSON text. */
  meta?: string
  /** Server-side subscriptions. */
  channels: ReadonlyMap<string, GrantedChannel>
}

export type SubscriptionGrant = {
  user: string
  channel: string
  client?: string
  expiresAt: number | null
  info?: string
  /** Told to the client with the subscription. */
  data?: string
  overrides?: RuleOverrides
}

/** `later`: the key that it is signed with is not here yet. */
export type Verdict<Grant> = ({ ok: true } & Grant) | { ok: false; reason: 'invalid' | 'expired' | 'later' }

/** One reading of tokens. */
export type TokenRules = {
  connection: (token: string) => Verdict<ConnectionGrant>
  /** Null when subscription tokens mean nothing here. */
  subscription: ((token: string) => Verdict<SubscriptionGrant>) | null
}

export type Authentication = TokenRules & {
  /** Who connects without a token; null when nobody may. */
  withoutToken: ConnectionGrant | null
  /** A token must name its user. */
  needsUser: boolean
  /** Who connects again ends their connections before. */
  oneConnectionEach: boolean
  /** With the user's personal channel, where there are such. */
  completed: (grant: ConnectionGrant) => ConnectionGrant
  /** Every channel is allowed to everybody (`client.insecure`). */
  allowsEverything: boolean
}
