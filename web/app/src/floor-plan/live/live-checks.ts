// First checks when live updates stop, each answered from what the page itself can see (spec 7: relay symptoms). Everybody may see
// them; what to do about one names settings of the installation and is for those who read diagnostics (rules 11).

export type CheckFacts = {
  /** What negotiate answered: null while asking, a sentence when it was refused. */
  readonly negotiated: 'answered' | { readonly refused: string } | null
  readonly relay: 'connected' | 'connecting' | 'disconnected'
  /** Where this page comes from, as the relay sees it. */
  readonly origin: string
  /** Milliseconds since the last batch of this floor and of ambient devices; null when none came. */
  readonly batchAgeMs: number | null
  readonly ambientAgeMs: number | null
  /** Milliseconds since the newest reading in the snapshot; null when it holds none. */
  readonly readingAgeMs: number | null
}

export type Check = {
  readonly name: string
  readonly state: 'good' | 'bad' | 'plain'
  /** What the page sees. */
  readonly text: string
  /** Where to look next, for whoever runs the installation. */
  readonly advice?: string
}

const recentMs = 60_000

export function liveChecks(facts: CheckFacts): Check[] {
  return [negotiation(facts), connection(facts), publishing(facts), ambient(facts)]
}

function negotiation({ negotiated }: CheckFacts): Check {
  const name = 'Address and token'
  if (negotiated === null) return { name, state: 'plain', text: 'Asking the backend …' }
  if (negotiated === 'answered') return { name, state: 'good', text: 'The backend names the relay and gives a token.' }
  const settings = 'REALTIME_CLIENT_URL, REALTIME_PUBLISH_URL, REALTIME_API_KEY and REALTIME_HMAC_SECRET'
  return { name, state: 'bad', text: negotiated.refused, advice: `Check ${settings} of the backend.` }
}

function connection({ relay, origin }: CheckFacts): Check {
  const name = 'Connection to the relay'
  if (relay === 'connected') return { name, state: 'good', text: 'This page is connected.' }
  const advice = `Check that the relay runs, that proxies pass the WebSocket upgrade of /connection/websocket, and that the relay's allowed origins name ${origin}.`
  return { name, state: 'bad', text: 'This page is not connected and keeps trying.', advice }
}

function publishing({ batchAgeMs, readingAgeMs }: CheckFacts): Check {
  const name = 'Positions of this floor'
  if (batchAgeMs !== null && batchAgeMs < recentMs)
    return { name, state: 'good', text: `The last batch came ${seconds(batchAgeMs)} ago.` }
  if (readingAgeMs !== null && readingAgeMs < recentMs) {
    const advice = 'Check the publishing of the backend: REALTIME_PUBLISH_URL and REALTIME_API_KEY.'
    return { name, state: 'bad', text: 'Positions are computed, but none of them arrives here live.', advice }
  }
  return { name, state: 'bad', text: 'There are no fresh readings either. Look at the receivers of this floor.' }
}

/** Sent only when something new is heard, so silence alone proves nothing. */
function ambient({ ambientAgeMs }: CheckFacts): Check {
  const name = 'Ambient devices'
  if (ambientAgeMs !== null) return { name, state: 'good', text: `The last batch came ${seconds(ambientAgeMs)} ago.` }
  const text = 'None came since this page was opened. They are sent only when a new device is heard.'
  return { name, state: 'plain', text, advice: 'They come on the channel global:all.' }
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
}
