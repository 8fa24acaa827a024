// What everybody who may see the whole site reads alike, shared for as long as counts of who is on site are. An account that is limited
// to buildings, and whoever asks for one of them, reads their own. Used by the dashboard and the snapshots of pages.
import type { CachedAnswers } from '../cached-answer.ts'
import type { Context } from '../http/context.ts'

/** The `key` names the answer, and what of it the caller may read. Urgent rows share with urgent rows only, whose connections are free. */
export type SiteAnswer = <T>(context: Pick<Context, 'buildingIds'>, key: string, read: () => Promise<T>) => Promise<T>

export function createSiteAnswer(answers: CachedAnswers): SiteAnswer {
  return ({ buildingIds }, key, read) => (buildingIds === null ? answers.read(key, read) : read())
}
