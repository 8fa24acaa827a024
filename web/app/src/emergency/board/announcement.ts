// What a board announces to whoever listens to it: few by name, many by number, and how many are missing now.
import { people as peopleWord } from '../emergency-words.ts'
import { standingOf } from './arrangement.ts'
import type { Standing } from './arrangement.ts'
import type { Change } from './roster.ts'
import { t } from './texts.ts'

/** Names while they are few enough to be listened to. */
const mostNames = 3
const changeWords: Readonly<Record<Standing, string>> = {
  get missing() {
    return t('missingAgainIn')
  },
  get help() {
    return t('inNeedOfHelp')
  },
  get safe() {
    return t('accountedIn')
  },
}

/** Empty when nobody changed between missing, needing help and being accounted for. `missing`: how many are now. */
export function changeSentence(changes: readonly Change[], missing: number): string {
  const changed = changes.filter(({ before, after }) => standingOf(before.status) !== standingOf(after.status))
  if (changed.length === 0) return ''
  const sentences = (['help', 'safe', 'missing'] as const).flatMap((standing) => {
    const names = changed.flatMap(({ after }) => (standingOf(after.status) === standing ? after.fullName : []))
    if (names.length === 0) return []
    return `${names.length > mostNames ? peopleWord(names.length) : names.join(', ')} ${changeWords[standing]}.`
  })
  return `${sentences.join(' ')} ${missing === 0 ? t('nobodyMissing') : t('missingNow', { count: missing })}`
}
