import { describe, expect, it } from 'vitest'
import { newVisitCode, visitCodeIn } from './visit-code.ts'

describe('the code of a visit', () => {
  it('is read as it was made, and another each time', () => {
    const codes = Array.from({ length: 200 }, newVisitCode)
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(visitCodeIn(code)).toBe(code)
  })
  it('is known however it was typed', () => {
    expect(visitCodeIn(' abcde-12oil ')).toBe('ABCDE12011')
  })
  it.each(['', 'ABCDE', 'aabbccddeeff', 'ABCDE1234U', 'https://rollcall.example/ABCDE12345'])('is not %j', (text) => {
    expect(visitCodeIn(text)).toBeNull()
  })
})
