import { describe, expect, it } from 'vitest'
import { createAdminLogin } from './admin-login.ts'

function aLogin() {
  let time = 1_000_000
  const login = createAdminLogin('the right password', () => time)
  const token = () => {
    const verdict = login.login('the right password', 'here')
    return 'token' in verdict ? verdict.token : ''
  }
  return { ...login, token, pass: (milliseconds: number) => (time += milliseconds) }
}

const hour = 3600 * 1000

describe('the operators’ login', () => {
  it('gives a token that is good for twelve hours', () => {
    const { token, isToken, pass } = aLogin()
    const given = token()
    pass(12 * hour - 1)
    expect(isToken(given)).toBe(true)
    pass(1)
    expect(isToken(given)).toBe(false)
  })

  it('accepts no token that it did not give', () => {
    const { token, isToken } = aLogin()
    const [expiry, signature] = token().split('.')
    const other = aLogin().token()
    for (const forged of [null, '', '.', 'x.y', `${Number(expiry) + 1}.${signature}`, `${expiry}.`, other]) {
      expect(isToken(forged)).toBe(false)
    }
    expect(isToken(`${expiry}.${signature}.x`)).toBe(false)
  })

  it('refuses even the right password after five wrong ones, until fifteen minutes have passed', () => {
    const { login, pass } = aLogin()
    for (let attempt = 0; attempt < 5; attempt++) expect(login('wrong', 'there')).toEqual({ refused: 'wrong' })
    expect(login('the right password', 'there')).toEqual({ refused: 'too many' })
    expect(login('the right password', 'elsewhere')).toHaveProperty('token')
    pass(hour / 4)
    expect(login('the right password', 'there')).toHaveProperty('token')
  })

  it('lets nobody new try while a thousand addresses are being refused', () => {
    const { login, pass } = aLogin()
    for (let address = 0; address < 1000; address++) login('wrong', String(address))
    expect(login('wrong', 'one more')).toEqual({ refused: 'too many' })
    pass(hour)
    expect(login('wrong', 'one more')).toEqual({ refused: 'wrong' })
  })
})
