// How the search of an area stands, in one word. For WallSearch.vue and WallFloors.vue.
import type { AreaState } from '../emergency/board/search/search-areas.ts'
import { t } from './texts.ts'

export const areaStates: Readonly<Record<AreaState, { readonly word: string; readonly tone: string }>> = {
  open: { word: '', tone: '' },
  again: {
    get word() {
      return t('searchAgain')
    },
    tone: 'text-error',
  },
  searching: {
    get word() {
      return t('beingSearched')
    },
    tone: 'text-info',
  },
  searched: {
    get word() {
      return t('searched')
    },
    tone: 'text-success',
  },
}
