import { zones } from '@rollcall/contracts/domains/zones'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { onAPage } from '../../../tests/hand-driven-server.ts'
import type { ListFilter } from './list-filter.ts'
import { useRowList } from './use-list.ts'

/** A list over a hand-driven server. */
function aList(filters: readonly ListFilter[] = []) {
  const page = onAPage(() => useRowList(zones.list, { sort: 'name', filters }))
  const { used: list, questions, last, scope } = page
  const asked = () => Object.fromEntries(last().url.searchParams)
  const answer = (names: string[], question = last()) =>
    question.answer({ items: names.map((name) => ({ id: name, name })), total: 60 })
  return { list, questions, last, asked, answer, scope, names: () => list.result.value?.items.map(({ name }) => name) }
}
const settle = async () => {
  await nextTick()
  await vi.advanceTimersByTimeAsync(300)
}

describe('useRowList', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks for the first page at once and shows the answer', async () => {
    const { asked, answer, names } = aList()
    expect(asked()).toEqual({ page: '1', pageSize: '25', sort: 'name' })
    answer(['Ada'])
    await settle()
    expect(names()).toEqual(['Ada'])
  })
  it('asks once for a search typed quickly, and from the first page', async () => {
    const { list, questions, asked, answer } = aList()
    answer(['Ada'])
    list.page.value = 3
    await settle()
    answer(['Cleo'])
    await settle()
    const before = questions.length
    for (const text of ['a', 'ad', 'ada ']) list.search.value = text
    await settle()
    expect(questions.length).toBe(before + 1)
    expect(asked()).toMatchObject({ q: 'ada', page: '1' })
  })
  it('goes back to the last page when the rows of this one are gone', async () => {
    const { list, asked, answer, names } = aList()
    answer(['Ada'])
    list.page.value = 5
    await settle()
    answer([])
    await settle()
    expect(asked()['page']).toBe('3')
    answer(['Cleo'])
    await settle()
    expect([list.page.value, names(), list.busy.value]).toEqual([3, ['Cleo'], false])
  })
  it('turns the order round when the same column is chosen again', async () => {
    const { list, asked } = aList()
    list.sortBy('name')
    await settle()
    expect(asked()['sort']).toBe('-name')
    list.sortBy('status')
    await settle()
    expect(asked()['sort']).toBe('status')
  })
  it('ignores the late answer to an older question', async () => {
    const { list, questions, answer, names } = aList()
    list.page.value = 2
    await settle()
    answer(['second'])
    answer(['first, late'], questions[0])
    await settle()
    expect(questions[0]?.signal.aborted).toBe(true)
    expect(names()).toEqual(['second'])
  })
  it('keeps the last good page when a read fails, and says why', async () => {
    const { list, last, answer, names } = aList()
    answer(['Ada'])
    await settle()
    void list.refresh()
    last().refuse(502, 'backend_unavailable', 'Not right now.')
    await settle()
    expect(names()).toEqual(['Ada'])
    expect(list.problem.value).toBe('Not right now.')
    expect(list.busy.value).toBe(false)
  })
  it('keeps it, too, when the next page cannot be read', async () => {
    const { list, last, answer, names } = aList()
    answer(['Ada'])
    await settle()
    list.page.value = 2
    await settle()
    last().refuse(502, 'backend_unavailable', 'Not right now.')
    await settle()
    expect([names(), list.problem.value]).toEqual([['Ada'], 'Not right now.'])
  })
  it('asks again when a filter changes and knows that it is narrowed', async () => {
    const choices = [{ label: 'Offline', value: 'offline' }]
    const { list, questions, asked } = aList([{ key: 'status', label: 'State', all: 'All states', choices }])
    expect(list.narrowed.value).toBe(false)
    expect(list.filters.value[0]?.items.map(({ label }) => label)).toEqual(['All states', 'Offline'])
    const [filter] = list.filters.value
    if (filter) filter.chosen.value = 'offline'
    await settle()
    expect(questions).toHaveLength(2)
    expect(asked()).toMatchObject({ status: 'offline', page: '1' })
    expect(list.narrowed.value).toBe(true)
  })
  it('begins with what the page is about, or with what its address asks for', () => {
    const choices = ['open', 'over'].map((value) => ({ label: value, value }))
    const about = aList([{ key: 'state', label: 'State', all: 'All', usual: 'open', choices }])
    expect([about.asked()['state'], about.list.narrowed.value]).toEqual(['open', false])
    const linked = aList([{ key: 'state', label: 'State', all: 'All', initial: 'over', choices }])
    expect([linked.asked()['state'], linked.list.narrowed.value]).toEqual(['over', true])
  })
  it('cancels its question when the page is left', () => {
    const { last, scope } = aList()
    scope.stop()
    expect(last().signal.aborted).toBe(true)
  })
})
