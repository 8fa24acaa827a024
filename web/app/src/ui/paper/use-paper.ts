// What is printed in place of a page, by Ctrl-P or by a button: drawn when the browser begins to print, whole and at once, and then left
// alone. A copy that nothing changes any more, because browsers lay a long document out page by page while the page behind it lives on,
// and some say that they are done before they are.
import { useEventListener } from '@vueuse/core'
import { getCurrentInstance, onScopeDispose, render } from 'vue'
import type { VNode } from 'vue'

/** `sheet`: a PaperSheet.vue with what is on the page now; null: there is nothing to print yet. */
export function usePaper(sheet: () => VNode | null): { readonly print: () => void } {
  const context = getCurrentInstance()?.appContext ?? null
  let paper: Node | null = null
  function clear(): void {
    paper?.parentNode?.removeChild(paper)
    paper = null
  }
  function draw(): void {
    clear()
    const drawn = sheet()
    if (drawn === null) return
    drawn.appContext = context
    const holder = document.createElement('div')
    render(drawn, holder)
    const copy = holder.querySelector('.paper-sheet')?.cloneNode(true) ?? null
    render(null, holder)
    if (copy) paper = document.body.appendChild(copy)
  }
  useEventListener(globalThis.window, 'beforeprint', draw)
  onScopeDispose(clear)
  return { print: () => globalThis.print() }
}
