// AU-18, AL-07: many callers at once, each with its own token, and names too long for an audit line.
import { eventually } from '../bench/eventually.ts'
import { send } from '../bench/raw-http.ts'
import type { Bench } from './trial.ts'

export async function crowdCases(bench: Bench): Promise<void> {
  await mixedTokens(bench)
  await longNames(bench)
}

/** AU-18: every second token is forged; the backend must see each good caller's own token beside that caller's path. */
async function mixedTokens(bench: Bench): Promise<void> {
  const count = 1000
  const tokens = Array.from({ length: count }, (_, at) => {
    const token = bench.token('operator', { sub: `u${at}`, userId: `u${at}` })
    return at % 2 === 0 ? token : `${token.slice(0, -4)}AAAA`
  })
  bench.backend.requests.length = 0
  const ask = async (token: string, at: number) => {
    const { status } = await send(bench.port, bench.mutation(`/api/unlisted/${at}`, '{}', { token }))
    const expected = at % 2 === 0 ? 200 : 401
    bench.note('AU-18', `caller ${at}`, status === expected ? null : `answered ${status}`)
  }
  for (let from = 0; from < count; from += 250) {
    await Promise.all(tokens.slice(from, from + 250).map((token, at) => ask(token, from + at)))
  }
  for (const { target, headers } of bench.backend.requests) {
    const at = Number(target.slice(target.lastIndexOf('/') + 1))
    const isOwn = at % 2 === 0 && headers.authorization === `Bearer ${tokens[at]}`
    bench.note('AU-18', `what the backend saw of ${at}`, isOwn ? null : 'somebody else’s token')
  }
  const seen = bench.backend.requests.length
  bench.note('AU-18', 'every good caller got through', seen === count / 2 ? null : `${seen} did`)
}

/** AL-07: long claims and a long path; the line stays below 8 KiB and whole. */
async function longNames(bench: Bench): Promise<void> {
  const before = bench.auditLines().length
  const token = bench.token('operator', { email: 'e'.repeat(2000), userId: 'u'.repeat(1000), sub: 'u'.repeat(1000) })
  const path = `/api/admin/${'a'.repeat(5000)}`
  await send(bench.port, { path, headers: { Cookie: `auth_token=${token}` } })
  await eventually(() => bench.auditLines().length > before).catch(() => undefined)
  const line = bench.auditLines()[before] ?? ''
  bench.note('AL-07', 'a line below 8 KiB', line !== '' && Buffer.byteLength(line) < 8192 ? null : `${line.length}`)
  bench.note('AL-07', 'that is whole', line.startsWith('{') && line.endsWith('}') ? null : line.slice(0, 80))
}
