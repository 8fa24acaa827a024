// First checks when live updates stop, each answered from what the page itself can see (spec 7: relay symptoms). Shown to those
// who may read diagnostics.

export type CheckFacts = {
  /** What negotiate answered: null while asking, a sentence when it was refused. */
  readonly negotiated: 'answered' | { readonly refused: string } | null
  readonly relay: 'connected' | 'connecting' | 'disconnected'
  /** Where this page comes from, as the relay sees it. */
  readonly origin: string
  /** Milliseconds since the last batch of this floor and of foreign devices; null when none came. */
  readonly batchAgeMs: number | null
  readonly ambientAgeMs: number | null
  /** Milliseconds since the newest reading in the snapshot; null when it holds none. */
  readonly readingAgeMs: number | null
}

export type Check = { readonly name: string; readonly state: 'good' | 'bad' | 'plain'; readonly text: string }

const recentMs = 60_000

export function liveChecks(facts: CheckFacts): Check[] {
  return [negotiation(facts), connection(facts), publishing(facts), ambient(facts)]
}

function negotiation({ negotiated }: CheckFacts): Check {
  const name = 'Address and token'
  if (negotiated === null) return { name, state: 'plain', text: 'Asking the backend …' }
  if (negotiated === 'answered') return { name, state: 'good', text: 'The backend names the relay and gives a token.' }
  const settings = 'REALTIME_CLIENT_URL, REALTIME_PUBLISH_URL, REALTIME_API_KEY and REALTIME_HMAC_SECRET'
  return { name, state: 'bad', text: `${negotiated.refused} Check ${settings} of the backend.` }
}

function connection({ relay, origin }: CheckFacts): Check {
  const name = 'Connection to the relay'
  if (relay === 'connected') return { name, state: 'good', text: 'This page is connected.' }
  const text = `This page is not connected. Check that the relay runs, that proxies pass the WebSocket upgrade of /connection/websocket, and that the relay's allowed origins name ${origin}.`
  return { name, state: 'bad', text }
}

function publishing({ batchAgeMs, readingAgeMs }: CheckFacts): Check {
  const name = 'Positions of this floor'
  if (batchAgeMs !== null && batchAgeMs < recentMs)
    return { name, state: 'good', text: `The last batch came ${seconds(batchAgeMs)} ago.` }
  if (readingAgeMs !== null && readingAgeMs < recentMs) {
    const text =
      'The backend computes positions, but none of them arrives here. Check its publishing: REALTIME_PUBLISH_URL and REALTIME_API_KEY.'
    return { name, state: 'bad', text }
  }
  return { name, state: 'bad', text: 'The backend has no fresh readings either. Check the receivers of this floor.' }
}

/** Sent only when something new is heard, so silence alone proves nothing. */
function ambient({ ambientAgeMs }: CheckFacts): Check {
  const name = 'Other devices'
  if (ambientAgeMs !== null) return { name, state: 'good', text: `The last batch came ${seconds(ambientAgeMs)} ago.` }
  const text = 'None came since this page was opened. They are sent only when a new device is heard, on global:all.'
  return { name, state: 'plain', text }
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
}
