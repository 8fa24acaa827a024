// Does something to many things one by one, a few at a time, and tells which did not work and why. For deeds that have no
// endpoint of their own for many.
import { sentenceFor } from '../api/problem-error.ts'

export type EachResult = { readonly done: number; readonly failed: readonly string[] }

const atOnce = 4

export async function eachOf(ids: readonly string[], deed: (id: string) => Promise<unknown>): Promise<EachResult> {
  const waiting = [...ids]
  const failed: string[] = []
  let done = 0
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await deed(id)
        done++
      } catch (error) {
        failed.push(sentenceFor(error))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed }
}

/** "12 people changed", or how many were not and the reasons, each once. */
export function eachSentence({ done, failed }: EachResult, noun: string): { title: string; description?: string } {
  if (failed.length === 0) return { title: `${done} ${noun} changed` }
  return {
    title: `${done} ${noun} changed, ${failed.length} not`,
    description: [...new Set(failed)].slice(0, 3).join(' '),
  }
}
