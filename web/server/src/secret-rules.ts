// Which secrets production accepts (rules 5): present, at least 32 bytes, not a well-known word, no two alike. Development
// only wants them present. Messages name the setting, never the value.

export type Secrets = {
  readonly API_SECRET: string | undefined
  readonly EXCHANGE_SECRET: string | undefined
  readonly SESSION_SECRET: string | undefined
  readonly METRICS_TOKEN: string | undefined
  /** Not used by this process; checked when it is visible. */
  readonly REALTIME_HMAC_SECRET: string | undefined
  /** Those before, by the name of their setting. */
  readonly previous: Readonly<Record<string, readonly string[]>>
}

const own = ['API_SECRET', 'EXCHANGE_SECRET', 'SESSION_SECRET', 'METRICS_TOKEN'] as const
export type OwnSecret = (typeof own)[number]
const minBytes = 32
/** Words that examples are made of, and what stands between them; a secret of little else is nobody's own. */
const usualWords =
  /secret|password|passphrase|change|please|default|example|sample|insecure|production|development|testing|test|signing|session|token|super|your|this|bit|key|jwt|api|app|me|my|in|[\W_]/gi
const fewestOwnCharacters = 8
const fewestDifferent = 5

type Rules = { readonly production: boolean; readonly needed: readonly OwnSecret[] }

export function secretMistakes(secrets: Secrets, { production, needed }: Rules): string[] {
  const mistakes: string[] = []
  for (const name of own) {
    const value = secrets[name]
    if (value === undefined) mistakes.push(...(needed.includes(name) ? [`${name}: is missing`] : []))
    else if (production) mistakes.push(...weaknesses(name, value))
  }
  if (!production) return mistakes
  for (const [name, values] of Object.entries(secrets.previous))
    mistakes.push(...values.flatMap((value) => weaknesses(name, value)))
  const names = [...own, 'REALTIME_HMAC_SECRET'] as const
  for (const [at, name] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      if (secrets[name] !== undefined && secrets[name] === secrets[other]) {
        mistakes.push(`${other}: must differ from ${name}`)
      }
    }
  }
  return mistakes
}

function weaknesses(name: string, value: string): string[] {
  if (Buffer.byteLength(value) < minBytes) return [`${name}: must have at least ${minBytes} bytes`]
  const isUsual = value.replace(usualWords, '').length < fewestOwnCharacters
  return isUsual || new Set(value).size < fewestDifferent
    ? [`${name}: is a well-known or repetitive value; use a random one`]
    : []
}
