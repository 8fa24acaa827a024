// The guide of the product: what it tells each role, which sections help with a page, and what a search finds in it. Loaded when help,
// guide or search are opened, never with a page.
import { administratorSections } from './guide-administrator.ts'
import { safetySections, wardenSections } from './guide-emergency.ts'
import { everybodySections, operatorSections, receptionSections } from './guide-everybody.ts'
import type { GuideSection } from './guide-section.ts'

export const guide = (): readonly GuideSection[] => [
  ...everybodySections(),
  ...safetySections(),
  ...wardenSections(),
  ...operatorSections(),
  ...receptionSections(),
  ...administratorSections(),
]

export function sectionsForPage(page: string): readonly GuideSection[] {
  return guide().filter(({ pages }) => pages.includes(page))
}

/** Every word must occur somewhere in it; those with all of them in the title come first. Nothing asked: everything. */
export function matchingSections(asked: string): readonly GuideSection[] {
  const words = plain(asked).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const found = guide().filter(({ title, text, steps = [] }) => has([title, ...text, ...steps].join(' ')))
  return words.length === 0 ? found : found.toSorted((a, b) => Number(has(b.title)) - Number(has(a.title)))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
