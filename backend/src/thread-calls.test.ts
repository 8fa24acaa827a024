// A question to a thread fails there as it would here, and everybody who waits is told when nobody answers any more.
import { describe, expect, it } from 'vitest'
import { Refusal, refuse } from './http/refusal.ts'
import { answerTo, createThreadCalls } from './thread-calls.ts'

/** A thread that is asked, with copies both ways. */
function aThread(work: (name: string, input: unknown) => unknown) {
  const calls = createThreadCalls((asked) => {
    void answerTo(structuredClone(asked), work).then((answer) => calls.take(structuredClone(answer)))
  })
  return calls
}

describe('a question to a thread', () => {
  it('is answered, each with its own answer', async () => {
    const calls = aThread(async (name, input) => [name, input])
    const answers = Promise.all([calls.ask('one', 1), calls.ask('two', 2)])
    expect(calls.waiting).toBe(2)
    expect(await answers).toEqual([
      ['one', 1],
      ['two', 2],
    ])
    expect(calls.waiting).toBe(0)
  })

  it('is refused by the same code, and fails with the code of the database', async () => {
    const refusing = aThread(() => refuse('backend_unavailable'))
    const refused: unknown = await refusing.ask('any', null).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'backend_unavailable' })
    const failing = aThread(() => {
      throw Object.assign(new Error('No such table.'), { code: '42P01' })
    })
    const failure: unknown = await failing.ask('any', null).catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(Refusal)
    expect(failure).toMatchObject({ message: 'No such table.', code: '42P01' })
  })

  it('fails when the thread has ended', async () => {
    const calls = createThreadCalls(() => undefined)
    const asked = calls.ask('any', null)
    calls.lose(new Error('It ended.'))
    await expect(asked).rejects.toThrow('It ended.')
    expect(calls.waiting).toBe(0)
  })
})
