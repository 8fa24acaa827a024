// A read whose connection to the backend breaks before its answer is tried once more; nothing else ever is (rules 1).
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { mutation } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { answerJson } from './bench/stub-backend.ts'

let broken = 0
let breakOff = (socket: Socket | null): unknown => socket?.resetAndDestroy()
const bench = sharedBench(
  () => ({}),
  (_request, response) => {
    if (broken-- > 0) breakOff(response.socket)
    else answerJson(response, 200, { success: true })
  },
)
const ask = async (
  times: number,
  request = { path: '/api/zones' } as Parameters<ReturnType<typeof bench>['send']>[0],
) => {
  broken = times
  bench().backend.requests.length = 0
  return [(await bench().send(request)).status, bench().backend.requests.length]
}

it.each([
  ['reset', (socket: Socket | null) => socket?.resetAndDestroy()],
  ['closed', (socket: Socket | null) => socket?.end()],
])('a GET whose connection is %s is asked again, once', async (_name, way) => {
  breakOff = way
  expect(await ask(1)).toEqual([200, 2])
  expect(await ask(2)).toEqual([502, 2])
  expect(await ask(0)).toEqual([200, 1])
})

it('a change is never asked again: it may have happened', async () => {
  breakOff = (socket) => socket?.resetAndDestroy()
  expect(await ask(1, mutation('/api/zone-types-of-nobody', {}))).toEqual([502, 1])
})

it('nor is a read that was answered with nonsense', async () => {
  breakOff = (socket) => socket?.end('HELLO\r\n\r\n')
  expect(await ask(1)).toEqual([502, 1])
})
