import { departments } from '@rollcall/contracts/domains/departments'
import { zones } from '@rollcall/contracts/domains/zones'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { onAPage, signInAs } from '../../tests/hand-driven-server.ts'
import { together, useReread, useRow } from './use-row.ts'

const aZone = (name: string) => ({ id: 'z1', name })
const named = (zone: unknown) => (zone as { name: string } | null)?.name
/** Until what was answered has arrived. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

function zonePage() {
  const id = ref<string | null>('z1')
  const page = onAPage(() => useRow(zones.read, () => (id.value === null ? null : { params: { id: id.value } })))
  return { ...page, ...page.used, id, name: () => named(page.used.data.value) }
}

afterEach(() => void vi.unstubAllGlobals())

describe('useRow', () => {
  it('asks at once, at the address of the row, and gives the answer', async () => {
    const { questions, last, name, readAt } = zonePage()
    expect(questions.map(({ url }) => url.pathname)).toEqual(['/api/zones/z1'])
    expect([name(), readAt.value]).toEqual([undefined, null])
    last().answer(aZone('Lab'))
    await expect.poll(name).toBe('Lab')
    expect(readAt.value).toBeGreaterThan(0)
  })
  it('keeps the last good answer and its time when a read fails, and says why', async () => {
    const { last, name, problem, readAt, refresh } = zonePage()
    last().answer(aZone('Lab'))
    await expect.poll(name).toBe('Lab')
    const at = readAt.value
    const asked = refresh()
    last().refuse(502, 'backend_unavailable', 'Not right now.')
    await asked
    expect([name(), problem.value, readAt.value]).toEqual(['Lab', 'Not right now.', at])
  })
  it('gives up a read under way when something changed: it may answer with what was before', async () => {
    const { questions, name, refresh } = zonePage()
    const asked = refresh()
    expect(questions[0]?.signal.aborted).toBe(true)
    questions[1]?.answer(aZone('after the change'))
    await asked
    expect(name()).toBe('after the change')
    expect(questions).toHaveLength(2)
  })
  it('tells what does not exist from what cannot be read right now', async () => {
    const { last, gone, refresh } = zonePage()
    const seen: boolean[] = []
    for (const [status, code] of [
      [404, 'not_found'],
      [400, 'validation_failed'],
      [502, 'backend_unavailable'],
    ] as const) {
      const asked = refresh()
      last().refuse(status, code)
      await asked
      seen.push(gone.value)
    }
    expect(seen).toEqual([true, true, false])
  })
  it('never shows the answer to another question', async () => {
    const { last, name, id } = zonePage()
    last().answer(aZone('Lab'))
    await expect.poll(name).toBe('Lab')
    id.value = 'z2'
    await nextTick()
    expect(name()).toBeUndefined()
    last().refuse(502, 'backend_unavailable')
    await settled()
    expect(name()).toBeUndefined()
  })
  it('asks nothing while there is nothing to ask for', async () => {
    const { questions, id, refresh } = zonePage()
    id.value = null
    await nextTick()
    await refresh()
    expect(questions).toHaveLength(1)
  })
  it('asks nothing without a session, and shows nobody what another person read', async () => {
    const { questions, last, name } = zonePage()
    last().answer(aZone('Lab'))
    await expect.poll(name).toBe('Lab')
    signInAs(null)
    await nextTick()
    expect([name(), questions.length]).toEqual([undefined, 1])
    signInAs('bob')
    await nextTick()
    expect([name(), questions.length]).toEqual([undefined, 2])
  })
  it('cancels its question when the page is left', () => {
    const { last, scope } = zonePage()
    scope.stop()
    expect(last().signal.aborted).toBe(true)
  })
})

describe('useReread', () => {
  it('reads again what is on screen from these rows, and nothing else', async () => {
    const { used, questions } = onAPage(() => ({
      zone: useRow(zones.read, { params: { id: 'z1' } }),
      all: useRow(departments.list),
      reread: useReread(),
    }))
    for (const question of questions) question.answer(aZone('before'))
    await expect.poll(() => named(used.zone.data.value)).toBe('before')
    const done = used.reread(zones.read)
    expect(questions.slice(2).map(({ url }) => url.pathname)).toEqual(['/api/zones/z1'])
    questions[2]?.answer(aZone('after'))
    await done
    expect(named(used.zone.data.value)).toBe('after')
  })
})

describe('together', () => {
  it('has an answer once all have one, and a problem as long as one has', async () => {
    const { used, questions } = onAPage(() => {
      const readings = { zone: useRow(zones.read, { params: { id: 'z1' } }), all: useRow(departments.list) }
      return together(readings)
    })
    questions[0]?.answer(aZone('Lab'))
    questions[1]?.refuse(502, 'backend_unavailable', 'Not right now.')
    await expect.poll(() => used.problem.value).toBe('Not right now.')
    expect(used.data.value).toBeNull()
    const done = used.refresh()
    questions[2]?.answer(aZone('Lab'))
    questions[3]?.answer({ items: [], total: 0 })
    await done
    expect([used.data.value, used.problem.value]).toEqual([{ zone: aZone('Lab'), all: { items: [], total: 0 } }, null])
  })
})
