// Guard `device` (spec 5.4, global): every navigation, and every change of the viewport, picks the default or the mobile layout.
import { defineStore } from 'pinia'
import { ref } from 'vue'

export type Layout = 'default' | 'mobile'

/** Narrow, or a phone held sideways (little height, operated by a finger). */
export function layoutFor(viewport: { width: number; height: number; touch: boolean }): Layout {
  return viewport.width < 768 || (viewport.touch && viewport.height < 480) ? 'mobile' : 'default'
}

export const useDevice = defineStore('device', () => {
  const layout = ref<Layout>('default')
  function chooseLayout(): void {
    const touch = globalThis.matchMedia('(pointer: coarse)').matches
    layout.value = layoutFor({ width: globalThis.innerWidth, height: globalThis.innerHeight, touch })
  }
  function watchViewport(): void {
    chooseLayout()
    globalThis.addEventListener('resize', chooseLayout)
  }
  return { layout, chooseLayout, watchViewport }
})
