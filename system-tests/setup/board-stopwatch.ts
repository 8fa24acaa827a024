// What a person on the board waits for, measured in their own page: when the first screen stands, when each tap is confirmed, when the
// decision of somebody else is seen. Nothing here judges; drill-of-2000.spec.ts does.
import type { BrowserContext, Page } from '@playwright/test'

type Notes = {
  /** From when the first screen is waited for, by the page's clock: its opening, or `awaitFirstScreen`. */
  begunAt: number
  /** When it stood, by the page's clock; null: not yet. */
  firstScreenAt: number | null
  /** By person: epoch milliseconds of the tap, milliseconds until it was confirmed, epoch milliseconds when a decision was seen. */
  tappedAt: Record<string, number>
  confirmedMs: Record<string, number>
  seenAt: Record<string, number>
}
type Noting = { boardNotes: Notes }

/** For all pages of the context, before their own code runs. `leastPeople`: so many must stand there with their buttons. */
export async function bringStopwatch(context: BrowserContext, leastPeople: number) {
  await context.addInitScript(noteInThePage, leastPeople)
}

export const notesOf = (page: Page): Promise<Notes> => page.evaluate(() => (globalThis as unknown as Noting).boardNotes)

/** What leads to the board is done next. */
export const awaitFirstScreen = (page: Page) =>
  page.evaluate(() => {
    const { boardNotes } = globalThis as unknown as Noting
    Object.assign(boardNotes, { firstScreenAt: null, begunAt: performance.now() })
  })

/** Milliseconds since the wait began, or since a request to this address was sent in it. */
export async function firstScreenMs(page: Page, sinceRequest?: string): Promise<number> {
  await page.waitForFunction(() => (globalThis as unknown as Noting).boardNotes.firstScreenAt, undefined, {
    timeout: 60_000,
  })
  return page.evaluate((address) => {
    const { begunAt, firstScreenAt } = (globalThis as unknown as Noting).boardNotes
    const sent = performance.getEntriesByType('resource').findLast(({ name }) => address && name.endsWith(address))
    return (firstScreenAt ?? Number.NaN) - (address ? (sent?.startTime ?? Number.NaN) : begunAt)
  }, sinceRequest)
}

/** Runs in the page, and can call nothing outside itself. */
function noteInThePage(leastPeople: number): void {
  const notes: Notes = { begunAt: 0, firstScreenAt: null, tappedAt: {}, confirmedMs: {}, seenAt: {} }
  Object.assign(globalThis, { boardNotes: notes })
  const touchedAt = new Map<string, number>()
  const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[data-testid="muster-row"]')]

  const isWithinReach = (row: Element): boolean => {
    const button = row.querySelector('[data-answer="accounted"]')
    if (!button) return false
    const { left, top, width, height } = button.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && button.contains(there)
  }
  const noteFirstScreen = () => {
    if (notes.firstScreenAt !== null) return
    if (!/^\d/.test(document.querySelector('[data-testid="count-missing"]')?.textContent?.trim() ?? '')) return
    if (rowsOf().filter(isWithinReach).length >= leastPeople) notes.firstScreenAt = performance.now()
  }
  const noteDecisions = () => {
    for (const { dataset } of rowsOf()) {
      const { personId = '', status, tap } = dataset
      if (status === 'unknown' || tap !== 'settled') continue
      notes.seenAt[personId] ??= Date.now()
      const touched = touchedAt.get(personId)
      if (touched === undefined) continue
      touchedAt.delete(personId)
      notes.confirmedMs[personId] = performance.now() - touched
    }
  }
  const noteTap = ({ target, timeStamp }: Event) => {
    const answer = target instanceof Element ? target.closest('[data-answer]') : null
    const { personId, status } = answer?.closest<HTMLElement>('[data-testid="muster-row"]')?.dataset ?? {}
    if (!personId || status !== 'unknown') return
    touchedAt.set(personId, timeStamp)
    notes.tappedAt[personId] ??= Date.now()
  }
  document.addEventListener('click', noteTap, true)
  const look = () => {
    noteFirstScreen()
    noteDecisions()
  }
  const attributeFilter = ['data-tap', 'data-status', 'data-person-id', 'style']
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter })
}
