// The keyboard, as the help lists it; where each key works.
import { t } from './texts.ts'

export type KeyLine = { readonly keys: readonly string[]; readonly says: string }

export const keysEverywhere = (): KeyLine[] => [
  { keys: ['ctrl', 'k'], says: t('keySearch') },
  { keys: ['?'], says: t('keyHelp') },
  { keys: ['Tab'], says: t('keyTab') },
  { keys: ['Escape'], says: t('keyEscape') },
]

/** By the name of the page. */
export const keysOfPages: Readonly<Record<string, () => KeyLine[]>> = {
  'floor-plan': () => [
    { keys: ['/'], says: t('keyFind') },
    { keys: ['←', '↑', '↓', '→'], says: t('keyMove') },
    { keys: ['+', '−'], says: t('keyZoom') },
    { keys: ['Enter'], says: t('keySetPoint') },
    { keys: ['Backspace'], says: t('keyLastPoint') },
    { keys: ['ctrl', 'z'], says: t('keyUndo') },
  ],
  'wall-board': () => [
    { keys: ['F'], says: t('keyFullScreen') },
    { keys: ['←', '→'], says: t('keyFloors') },
    { keys: ['␣'], says: t('keyPause') },
  ],
}
