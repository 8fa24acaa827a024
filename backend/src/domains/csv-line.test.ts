// A line of CSV as spreadsheets read it.
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

describe('csvLine', () => {
  it('separates values by commas, and leaves out what is not there', () => {
    expect(csvLine(['a', null, 1.5, undefined, '', 'b'])).toBe('a,,1.5,,,b\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['a"b"', '"a""b"""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['a b;c', 'a b;c'],
  ])('quotes %j where it must', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`))

  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r1', '"\'\r1"'],
    ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
    ['+1 2;=1', "'+1 2;=1"],
    ['=1', "'=1"],
  ])('defuses the formula %j', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`))

  it.each(['+44 1632 960001', '-1.5', 'a=1', 'mail@example.org', '1-2'])('leaves %j as it is', (value) =>
    expect(csvLine([value])).toBe(`${value}\r\n`),
  )

  it('writes a number below zero as one', () => expect(csvLine([-5, -1e21])).toBe('-5,-1e+21\r\n'))
})
