// Which new passwords are refused: those that are tried first (rules 8). The list ships with the product, so that nobody's choice leaves
// the house. A common one stays common with a year behind it, digits for letters, or said twice. Called where a password is set.
import { dictionary } from '@zxcvbn-ts/language-common'
import { refuseField } from '../http/refusal.ts'

/** About 49,000, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])
/** Added at the ends of a word, so many characters make it no harder to guess. */
const mostAdded = 4
/** Shorter words of a name are found in too many passwords. */
const shortestWord = 4
/** How often one of these stands for a letter is why they do not help. */
const letters: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** Names the field that holds it. */
export function refuseCommon(field: string, password: string, account: { email: string; displayName: string }): void {
  const why = whyTooCommon(password, [account.email, account.displayName, 'rollcall'])
  if (why !== null) refuseField(field, why)
}

type WeakPassword = 'password_common' | 'password_pattern' | 'password_own'

/** What is wrong with it; null: nothing. `about`: the account's own words, such as address and name. */
export function whyTooCommon(password: string, about: readonly string[]): WeakPassword | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if (spellings(plain).some((text) => common.has(text))) return 'password_common'
  if (isPattern(plain)) return 'password_pattern'
  const own = about.flatMap((text) => wordsOf(text.normalize('NFKC').toLowerCase()))
  const isOwn = own.some((word) => plain.includes(word) && plain.length - word.length <= mostAdded)
  return isOwn ? 'password_own' : null
}

function spellings(plain: string): string[] {
  const once = /^(.+?)\1+$/u.exec(plain)?.[1] ?? plain
  return [plain, once].flatMap((text) => {
    const word = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    const bare = text.length - word.length <= mostAdded ? [text, word] : [text]
    return [...bare, ...bare.flatMap((one) => [inLetters(one, 'i'), inLetters(one, 'l')])]
  })
}

const inLetters = (text: string, one: string) =>
  text.replaceAll(/[034579@$]/g, (sign) => letters[sign] ?? sign).replaceAll(/[1!]/g, one)

/** A few characters again and again, or each the neighbour of the last: abcdefghij, 9876543210. */
function isPattern(plain: string): boolean {
  if (/^(.{1,6}?)\1+.{0,3}$/u.test(plain)) return true
  const codes = [...plain].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  return steps.size === 1 && [-1, 1].includes([...steps][0] ?? 0)
}

function wordsOf(text: string): string[] {
  const [local = ''] = text.split('@')
  return [text, local, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= shortestWord)
}
