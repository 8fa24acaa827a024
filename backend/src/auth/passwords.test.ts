// Passwords at rest and in comparison (spec 5.3).
import bcrypt from 'bcrypt'
import { describe, expect, it, vi } from 'vitest'
import { createPasswords, passwordCost, temporaryPassword } from './passwords.ts'

describe('passwords', () => {
  // holds spec 5.3-6
  it('are bcrypt of cost 12, another text each time', async () => {
    const passwords = createPasswords(passwordCost)
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(one).toMatch(/^\$2b\$12\$[./A-Za-z0-9]{53}$/)
    expect(one).not.toBe(two)
    expect(await bcrypt.compare('correct horse', one)).toBe(true)
  })

  it('match what they were made of, and nothing else', async () => {
    const passwords = createPasswords(4)
    const hash = await passwords.hash('correct horse')
    expect([await passwords.matches('correct horse', hash), await passwords.matches('correct horsE', hash)]).toEqual([
      true,
      false,
    ])
  })

  // holds spec 5.3-7
  it('takes bcrypt for nobody as for somebody: the time does not tell who has an account', async () => {
    const passwords = createPasswords(4)
    const compare = vi.spyOn(bcrypt, 'compare')
    expect(await passwords.matches('correct horse', null)).toBe(false)
    const hashes = compare.mock.calls.map(([, hash]) => hash.slice(0, 7))
    expect(hashes).toEqual(['$2b$04$'])
    compare.mockRestore()
  })

  it('takes two of the threads at once, whoever else waits', async () => {
    const passwords = createPasswords(4)
    const ends: ((hash: string) => void)[] = []
    const hash = vi.spyOn(bcrypt, 'hash').mockImplementation(() => new Promise<string>((resolve) => ends.push(resolve)))
    const all = ['a', 'b', 'c', 'd'].map((text) => passwords.hash(text))
    const begun = () => hash.mock.calls.map(([text]) => text)
    expect(begun()).toEqual(['a', 'b'])
    ends[0]?.('first')
    expect(await all[0]).toBe('first')
    expect(begun()).toEqual(['a', 'b', 'c'])
    ends[1]?.('second')
    ends[2]?.('third')
    await Promise.all(all.slice(0, 3))
    ends[3]?.('fourth')
    expect(await all[3]).toBe('fourth')
    const later = [passwords.hash('e'), passwords.hash('f'), passwords.hash('g')]
    expect(begun()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    for (const end of ends) end('one of the later')
    await Promise.all(later.slice(0, 2))
    for (const end of ends) end('the last')
    expect(await later[2]).toBe('the last')
    hash.mockRestore()
  })
})

describe('a temporary password', () => {
  it('is four groups of five, of letters and digits that nobody mistakes for each other', () => {
    const made = Array.from({ length: 200 }, temporaryPassword)
    expect(made.filter((text) => !/^(?:[a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/.test(text))).toEqual([])
    expect(new Set(made).size).toBe(200)
    expect([...new Set(made.join(''))].toSorted().join('')).toBe('-23456789abcdefghjkmnpqrstuvwxyz')
  })
})
