// What a browser calls itself, as people would say it: "Firefox on Windows". Used where sessions are listed.
import { t } from './texts.ts'

/** The first that fits: Edge, Opera and Samsung call themselves Chrome too, Chrome on a phone of Apple calls itself Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, () => string])[] = [
  [/\biPhone\b/, () => t('anIphone')],
  [/\biPad\b/, () => t('anIpad')],
  [/\bAndroid\b/, () => 'Android'],
  [/\bWindows\b/, () => 'Windows'],
  [/\bMac OS X\b/, () => t('aMac')],
  [/\bCrOS\b/, () => t('aChromebook')],
  [/\bLinux\b/, () => 'Linux'],
]

export function deviceWords(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]()
  if (!browser) return system ? t('aProgramOn', { system }) : t('aProgram')
  return system ? t('browserOn', { browser, system }) : browser
}
