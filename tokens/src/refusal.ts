// Why a token was refused. Callers turn it into 401 `unauthenticated` or `token_expired`, or into the relay's 3500 or 109.

export type RefusalReason = 'malformed' | 'bad_signature' | 'expired' | 'not_yet_valid'

export type Refusal = { ok: false; reason: RefusalReason }

export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason })
