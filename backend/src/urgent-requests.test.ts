// What can wait lets urgent requests pass, but not for ever.
import { describe, expect, it } from 'vitest'
import { createUrgentRequests } from './urgent-requests.ts'

const long = 3_600_000

describe('waiting for urgent requests', () => {
  it('takes no time when there is none', async () => {
    await expect(createUrgentRequests().none(long)).resolves.toBeUndefined()
  })

  it('ends with the last of them', async () => {
    const requests = createUrgentRequests()
    const [first, second] = [requests.begin(), requests.begin()]
    let isOver = false
    const waited = requests.none(long).then(() => (isOver = true))
    first()
    first()
    await Promise.resolve()
    expect(isOver).toBe(false)
    second()
    await waited
    await expect(requests.none(long)).resolves.toBeUndefined()
  })

  it('ends by itself while one stays', async () => {
    const requests = createUrgentRequests()
    requests.begin()
    await expect(requests.none(5)).resolves.toBeUndefined()
    await expect(requests.none(0)).resolves.toBeUndefined()
  })
})
