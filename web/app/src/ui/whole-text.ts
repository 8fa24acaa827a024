// Words that end in an ellipsis for want of room are said whole to whoever points at them, on every page. Called by main.ts.

/** The title is made anew each time: names, places and counts change. */
export function sayWhatIsCut(): void {
  document.addEventListener('pointerover', ({ target }) => {
    const cut = target instanceof Element && target.closest<HTMLElement>('[class*="truncate"], [class*="line-clamp"]')
    if (!cut || cut.closest('[title]')) return
    if (cut.scrollWidth <= cut.clientWidth && cut.scrollHeight <= cut.clientHeight) return
    cut.title = cut.innerText
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  })
}
