import { describe, expect, it } from 'vitest'
import { deviceWords } from './device-words.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('deviceWords', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on an iPhone'],
    [
      `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28 Chrome/130 Safari/537`,
      'Samsung Internet on Android',
    ],
    ['curl/8.0', 'A program'],
    ['', 'A program'],
  ])('says %s as people would', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words)
  })
})
