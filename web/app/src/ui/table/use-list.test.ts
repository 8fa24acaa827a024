import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick } from 'vue'
import { ProblemError } from '../../api/problem-error.ts'
import { useList } from './use-list.ts'
import type { ListFilter } from './list-filter.ts'
import type { ListQuery } from './use-list.ts'

/** A list over a hand-driven server; every question is kept with the way to answer it. */
function aList(filters: readonly ListFilter[] = []) {
  const asked: {
    query: ListQuery
    signal: AbortSignal
    answer: (names: string[]) => void
    refuse: (error: Error) => void
  }[] = []
  const scope = effectScope()
  const list = scope.run(() =>
    useList<{ name: string }>(
      (query, signal) =>
        new Promise((resolve, reject) => {
          const answer = (names: string[]) => resolve({ items: names.map((name) => ({ name })), total: 60 })
          asked.push({ query, signal, answer, refuse: reject })
        }),
      { sort: 'name', filters },
    ),
  )
  if (!list) throw new Error('no scope')
  const last = () => asked.at(-1) as (typeof asked)[number]
  return { list, asked, last, scope, names: () => list.result.value?.items.map(({ name }) => name) }
}
const settle = async () => {
  await nextTick()
  await vi.advanceTimersByTimeAsync(300)
}

describe('useList', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks for the first page at once and shows the answer', async () => {
    const { last, names } = aList()
    expect(last().query).toEqual({ page: 1, pageSize: 25, q: undefined, sort: 'name' })
    last().answer(['Ada'])
    await settle()
    expect(names()).toEqual(['Ada'])
  })
  it('asks once for a search typed quickly, and from the first page', async () => {
    const { list, asked, last } = aList()
    last().answer(['Ada'])
    list.page.value = 3
    await settle()
    last().answer(['Cleo'])
    await settle()
    const before = asked.length
    for (const text of ['a', 'ad', 'ada ']) list.search.value = text
    await settle()
    expect(asked.length).toBe(before + 1)
    expect(last().query).toMatchObject({ q: 'ada', page: 1 })
  })
  it('goes back to the last page when the rows of this one are gone', async () => {
    const { list, last, names } = aList()
    last().answer(['Ada'])
    list.page.value = 5
    await settle()
    last().answer([])
    await settle()
    expect(last().query.page).toBe(3)
    last().answer(['Cleo'])
    await settle()
    expect([list.page.value, names(), list.busy.value]).toEqual([3, ['Cleo'], false])
  })
  it('turns the order round when the same column is chosen again', async () => {
    const { list, last } = aList()
    list.sortBy('name')
    await settle()
    expect(last().query.sort).toBe('-name')
    list.sortBy('status')
    await settle()
    expect(last().query.sort).toBe('status')
  })
  it('ignores the late answer to an older question', async () => {
    const { list, asked, last, names } = aList()
    list.page.value = 2
    await settle()
    last().answer(['second'])
    asked[0]?.answer(['first, late'])
    await settle()
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(names()).toEqual(['second'])
  })
  it('keeps the last good page when a read fails, and says why', async () => {
    const { list, last, names } = aList()
    last().answer(['Ada'])
    await settle()
    void list.refresh()
    last().refuse(new ProblemError({ code: 'backend_unavailable', message: 'Not right now.', status: 502 }))
    await settle()
    expect(names()).toEqual(['Ada'])
    expect(list.problem.value).toBe('Not right now.')
    expect(list.busy.value).toBe(false)
  })
  it('asks again when a filter changes and knows that it is narrowed', async () => {
    const choices = [{ label: 'Offline', value: 'offline' }]
    const { list, asked, last } = aList([{ key: 'status', label: 'State', all: 'All states', choices }])
    expect(list.narrowed.value).toBe(false)
    expect(list.filters.value[0]?.items.map(({ label }) => label)).toEqual(['All states', 'Offline'])
    const [filter] = list.filters.value
    if (filter) filter.chosen.value = 'offline'
    await settle()
    expect(asked).toHaveLength(2)
    expect(last().query).toMatchObject({ status: 'offline', page: 1 })
    expect(list.narrowed.value).toBe(true)
  })
  it('begins with what the page is about, or with what its address asks for', () => {
    const choices = ['open', 'over'].map((value) => ({ label: value, value }))
    const about = aList([{ key: 'state', label: 'State', all: 'All', usual: 'open', choices }])
    expect([about.last().query['state'], about.list.narrowed.value]).toEqual(['open', false])
    const asked = aList([{ key: 'state', label: 'State', all: 'All', initial: 'over', choices }])
    expect([asked.last().query['state'], asked.list.narrowed.value]).toEqual(['over', true])
  })
  it('cancels its question when the page is left', () => {
    const { last, scope } = aList()
    scope.stop()
    expect(last().signal.aborted).toBe(true)
  })
})
