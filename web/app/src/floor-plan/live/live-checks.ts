// First checks when live updates stop, each answered from what the page itself can see (spec 7: relay symptoms). Everybody may see
// them; what to do about one names settings of the installation and is for those who read diagnostics (rules 11).
import { t } from '../texts.ts'

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
  const name = t('addressAndToken')
  if (negotiated === null) return { name, state: 'plain', text: t('askingTheBackend') }
  if (negotiated === 'answered') return { name, state: 'good', text: t('theBackendNamesTheRelayAnd') }
  return { name, state: 'bad', text: negotiated.refused, advice: t('checkSettings') }
}

function connection({ relay, origin }: CheckFacts): Check {
  const name = t('connectionToTheRelay')
  if (relay === 'connected') return { name, state: 'good', text: t('thisPageIsConnected') }
  const advice = t('checkRelay', { origin })
  return { name, state: 'bad', text: t('thisPageIsNotConnectedAnd'), advice }
}

function publishing({ batchAgeMs, readingAgeMs }: CheckFacts): Check {
  const name = t('positionsOfThisFloor')
  if (batchAgeMs !== null && batchAgeMs < recentMs)
    return { name, state: 'good', text: t('theLastBatchCameSecondsAgo', { seconds: seconds(batchAgeMs) }) }
  if (readingAgeMs !== null && readingAgeMs < recentMs) {
    const advice = t('checkThePublishingOfThe')
    return { name, state: 'bad', text: t('positionsAreComputedBut'), advice }
  }
  return { name, state: 'bad', text: t('thereAreNoFreshReadings') }
}

/** Sent only when something new is heard, so silence alone proves nothing. */
function ambient({ ambientAgeMs }: CheckFacts): Check {
  const name = t('ambientDevices')
  if (ambientAgeMs !== null)
    return { name, state: 'good', text: t('theLastBatchCameSecondsAgo', { seconds: seconds(ambientAgeMs) }) }
  const text = t('noneCameSinceThisPageWas')
  return { name, state: 'plain', text, advice: t('theyComeOnTheChannelGlobal') }
}

function seconds(ms: number): string {
  return ms < 120_000
    ? t('shortSeconds', { seconds: Math.round(ms / 1000) })
    : t('shortMinutes', { minutes: Math.round(ms / 60_000) })
}
