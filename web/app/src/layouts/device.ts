// Guard `device` (spec 5.4, global): every navigation, and every change of the viewport, picks the default or the mobile layout.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'

export type Layout = 'default' | 'mobile'

/** Narrow, or a phone held sideways (little height, operated by a finger). */
export function layoutFor(viewport: { width: number; height: number; touch: boolean }): Layout {
  return viewport.width < 768 || (viewport.touch && viewport.height < 480) ? 'mobile' : 'default'
}

/** An upright tablet: the frame of a desktop, but no room for a list beside a plan, nor for the names of pages beside either. */
const roomBesidePlan = 1024
const roomForNames = 1280

export const useDevice = defineStore('device', () => {
  const layout = ref<Layout>('default')
  const width = ref(0)
  const narrow = computed(() => layout.value === 'mobile' || width.value < roomBesidePlan)
  const namesFit = computed(() => width.value >= roomForNames)
  function chooseLayout(): void {
    const touch = globalThis.matchMedia('(pointer: coarse)').matches
    width.value = globalThis.innerWidth
    layout.value = layoutFor({ width: globalThis.innerWidth, height: globalThis.innerHeight, touch })
  }
  function watchViewport(): void {
    chooseLayout()
    globalThis.addEventListener('resize', chooseLayout)
  }
  return { layout, narrow, namesFit, chooseLayout, watchViewport }
})
