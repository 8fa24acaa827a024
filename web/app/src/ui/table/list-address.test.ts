import { describe, expect, it } from 'vitest'
import { createApp, nextTick, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { takeParts, useListAddress, withParts } from './list-address.ts'

const parts = () => [
  { key: 'q', usual: '', value: ref('') },
  { key: 'sort', usual: 'name', value: ref('name'), isGood: (text: string) => /^-?\w+$/.test(text) },
  { key: 'state', usual: 'all', value: ref('all') },
]

describe('a list in the address of its page', () => {
  it('says nothing while everything is as usual, and leaves alone what is not its own', () => {
    expect(withParts({ other: '1', q: 'old' }, parts())).toEqual({ other: '1' })
  })
  it('comes back as it was', () => {
    const [before, after] = [parts(), parts()]
    const chosen = ['ada', '-lastSeen', 'lost']
    for (const [index, part] of before.entries()) part.value.value = chosen[index] ?? ''
    takeParts(withParts({}, before), after)
    expect(after.map(({ value }) => value.value)).toEqual(chosen)
  })
  it('is as usual where the address says nothing, or nonsense', () => {
    const all = parts()
    takeParts({ q: ['a', 'b'], sort: 'name; drop' }, all)
    expect(all.map(({ value }) => value.value)).toEqual(['', 'name', 'all'])
  })
  it('is asked something else by its address, and the building stays', async () => {
    const page = { path: '/people', name: 'people', component: {} }
    const router = createRouter({ history: createMemoryHistory(), routes: [page] })
    await router.push('/people?building=mill&q=bob&page=3')
    const all = [...parts(), { key: 'page', usual: '1', value: ref('1') }]
    const address = createApp({})
      .use(router)
      .runWithContext(() => useListAddress(all))
    expect([address?.list, address?.asked.value]).toEqual(['people', { q: 'bob' }])
    await address?.open({ state: 'lost', sort: '-name' })
    await nextTick()
    expect(all.map(({ value }) => value.value)).toEqual(['', '-name', 'lost', '1'])
    expect(router.currentRoute.value.query).toEqual({ building: 'mill', state: 'lost', sort: '-name' })
  })
})
