// The languages as choices of a menu. For the menu of the account and the sign-in page.
import { chooseLanguage, language, languageNames } from './language.ts'
import type { Language } from './language.ts'

export const languageChoices = () =>
  (Object.keys(languageNames) as Language[]).map((code) => ({
    label: languageNames[code],
    checked: code === language(),
    onSelect: () => void chooseLanguage(code),
  }))
