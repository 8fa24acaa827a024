// The relay's publish call and its figures, as the fault proofs use them.
import type { MeasuredProcess } from '@rollcall/bench/measuring/measured-process'
import { secrets } from '@rollcall/bench/measuring/product-processes'

/** Throws when the relay does not take it. */
export async function publishTo({ port }: MeasuredProcess, channel: string, data: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/publish`, {
    method: 'POST',
    headers: { 'X-API-Key': secrets.relayApi, 'Content-Type': 'application/json' },
    body: JSON.stringify({ channel, data }),
  })
  const text = await answer.text()
  if (!answer.ok || text.includes('"error"'))
    throw new Error(`A publication was answered with ${answer.status} ${text}`)
}

/** A figure without labels. */
export async function metric({ port }: MeasuredProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
