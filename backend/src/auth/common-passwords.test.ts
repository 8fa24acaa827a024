// Passwords that are tried first (rules 8).
import { describe, expect, it } from 'vitest'
import { refuseCommon, whyTooCommon } from './common-passwords.ts'

const jo = ['jo.reyes@example.org', 'Jo Reyes-Álvarez', 'Rollcall']

describe('whyTooCommon', () => {
  it.each([
    'password123',
    'Password2024',
    'P@ssw0rd2024',
    'passwordpassword',
    '1234567890',
    'qwertyuiop',
    '1qaz2wsx3edc',
    '!!liverpool',
    'L1verp00l!',
    'ｐａｓｓｗｏｒｄ１２',
    'wi11iam',
    'l3tmein',
    'p4ssword',
    'pa55word',
    'ba5ketball',
    'snowb@ll',
    'foo7ball',
    'pa$$word',
  ])('refuses %s, which is on the list or close to it', (password) => {
    expect(whyTooCommon(password, jo)).toMatch(/^password_(common|pattern)$/)
  })

  it.each(['aaaaaaaaaaaa', 'abcabcabcabc', 'abcdefghijkl', '9876543210', 'яяяяяяяяяя'])(
    'refuses %s, which is a pattern',
    (password) => expect(whyTooCommon(password, jo)).toMatch(/^password_(common|pattern)$/),
  )

  it.each(['Rollcall2024', 'jo.reyes@example.org', 'jo.reyes42!', 'ÁLVAREZ2026'])(
    'refuses %s, which others know',
    (password) => expect(whyTooCommon(password, jo)).toBe('password_own'),
  )

  it.each([
    'correct horse battery',
    'a much better one',
    'blue kettle sings',
    'k3jd8s0a2m',
    'kitten and 99320194',
    'seven-reyes-in-the-rain',
    'пароль для собаки',
    '東京の夜は長いです',
    'passwordpassword and more',
    'and more passwordpassword',
    '8061394275password',
    'aardvarks eat honey',
    'ab kettle sings',
    'acegikmoqs',
    'jokwzv',
  ])('takes %s', (password) => expect(whyTooCommon(password, jo)).toBeNull())

  it('knows a name of four letters', () => {
    expect(whyTooCommon('ruizkwzv', ['Ana Ruiz'])).toBe('password_own')
  })

  it('looks at the longest that may be, whatever is in it, without a long search', () => {
    for (const password of ['p4$$w0rd'.repeat(9), '1'.repeat(72), 'ab1@'.repeat(18), '@4$5s!'.repeat(12)])
      expect(whyTooCommon(password, jo)).toMatch(/^password_(common|pattern)$/)
  })
})

describe('refuseCommon', () => {
  const account = { email: 'jo.reyes@example.org', displayName: 'Jo Álvarez' }

  it.each(['qwertyuiop', 'jo.reyes42!', 'álvarez2026', 'Rollcall2024'])(
    'refuses %s and names the field',
    (password) => {
      expect(() => refuseCommon('newPassword', password, account)).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          issues: [expect.objectContaining({ path: 'newPassword' })],
        }),
      )
    },
  )

  it('takes another', () => {
    expect(() => refuseCommon('newPassword', 'blue kettle sings', account)).not.toThrow()
  })
})
