// Negotiate: the relay's address and a token to enter it (spec 4.3, 5.5; rules 6). GET and POST answer alike.
import { floorPrefix, globalChannel } from '@rollcall/contracts/channels'
import type { Negotiation, realtime } from '@rollcall/contracts/domains/realtime'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import type { RealtimeSettings } from '../../config.ts'
import type { Context } from '../../http/context.ts'
import { refuse } from '../../http/refusal.ts'

/** Seconds (spec 2.3). */
const lifetime = 3600

export function realtimeHandlers(settings: RealtimeSettings | null): Handlers<typeof realtime, Context> {
  const negotiate = async (context: Context): Promise<Negotiation> => {
    if (settings === null) refuse('realtime_not_configured')
    // The relay admits a token to every floor, whichever relay it is.
    if (context.buildingIds !== null) refuse('realtime_for_whole_site')
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + lifetime
    return {
      url: settings.clientUrl,
      token: createRelayToken({ sub: context.user.id, iat, exp }, settings.hmacSecret),
      expiresAt: exp * 1000,
      expiresIn: lifetime,
      channels: { global: globalChannel, floorPrefix },
    }
  }
  return {
    negotiate: ({ context }) => negotiate(context),
    negotiateByPost: ({ context }) => negotiate(context),
  }
}
