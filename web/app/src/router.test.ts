import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import type * as VueRouter from 'vue-router'
import { createAppRouter } from './router.ts'
import { useDevice } from './layouts/device.ts'

vi.mock('vue-router', async (original) => {
  const real = await original<typeof VueRouter>()
  return { ...real, createWebHistory: real.createMemoryHistory }
})
vi.mock('./features.ts', () => ({
  routes: ['/one', '/two'].map((path) => ({ path, component: {}, meta: { title: 'People', open: true } })),
}))

afterEach(() => vi.unstubAllGlobals())

const viewport = (width: number) => {
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', 900)
}

// holds spec 5.4-2
it('picks the layout by the viewport on every navigation, without being told of a resize', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('document', { cookie: '', title: '', body: null, activeElement: undefined })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  setActivePinia(createPinia())
  const router = createAppRouter()
  const layouts: string[] = []
  for (const [path, width] of [
    ['/one', 1440],
    ['/two', 390],
    ['/one', 1440],
  ] as const) {
    viewport(width)
    await router.push(path)
    layouts.push(useDevice().layout)
  }
  expect(layouts).toEqual(['default', 'mobile', 'default'])
})
