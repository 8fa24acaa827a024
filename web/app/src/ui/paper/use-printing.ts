// Whether the page is being printed: what is only for paper is drawn then, and not before. `print` draws it first; Ctrl-P does the same,
// because the browser lets pending work end before it lays out the paper.
import { useEventListener } from '@vueuse/core'
import { nextTick, ref } from 'vue'
import type { Ref } from 'vue'

export function usePrinting(): { readonly printing: Readonly<Ref<boolean>>; readonly print: () => Promise<void> } {
  const paper = globalThis.matchMedia('print')
  const printing = ref(paper.matches)
  useEventListener(globalThis.window, 'beforeprint', () => (printing.value = true))
  useEventListener(globalThis.window, 'afterprint', () => (printing.value = paper.matches))
  useEventListener(paper, 'change', ({ matches }: MediaQueryListEvent) => (printing.value = matches))
  async function print(): Promise<void> {
    printing.value = true
    await nextTick()
    globalThis.print()
  }
  return { printing, print }
}
