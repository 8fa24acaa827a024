// How far the sheet of a phone is pulled up; the page tells the map what it covers.

export type SheetStep = 'peek' | 'half' | 'full'

/** Enough for the handle and the answer: how many are here. */
export const peekPx = 92
/** Of the height of the page's content. */
export const sheetShares: Record<SheetStep, number> = { peek: 0, half: 0.46, full: 0.94 }
export const sheetHeights: Record<SheetStep, string> = { peek: `${peekPx}px`, half: '46%', full: '94%' }
