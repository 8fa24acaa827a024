// Does something to many one by one, a few at a time, and says which did not work and why. For actions that have no endpoint of
// their own for many.
import { sentenceFor } from '../../api/problem-error.ts'
import { t } from './texts.ts'

export type EachResult = { readonly done: number; readonly failed: readonly string[] }

const atOnce = 4

/** One answer per item, in their order: null when it worked, otherwise why not. */
export async function eachAnswer<T>(
  items: readonly T[],
  action: (item: T) => Promise<unknown>,
): Promise<(string | null)[]> {
  const answers: (string | null)[] = items.map(() => null)
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next
      try {
        await action(item)
      } catch (error) {
        answers[index] = sentenceFor(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}

export async function eachOf(ids: readonly string[], action: (id: string) => Promise<unknown>): Promise<EachResult> {
  const failed = (await eachAnswer(ids, action)).filter((one) => one !== null)
  return { done: ids.length - failed.length, failed }
}

/** "12 people changed", or how many were not and the reasons, each once. `count`: "1 person", "12 people". */
export function eachSentence(
  { done, failed }: EachResult,
  count: (number: number) => string,
  verb: string,
): { title: string; description?: string } {
  if (failed.length === 0) return { title: t('removeName', { verb: count(done), name: verb }) }
  return {
    title: t('someNot', { done: count(done), verb, number: failed.length }),
    description: [...new Set(failed)].slice(0, 3).join(' '),
  }
}
