// Who may read figures: this machine past no proxy, or whoever shows the token (spec 4.5).
import { describe, expect, it } from 'vitest'
import { isFromThisMachine, showsMetricsToken } from './metrics-access.ts'

const asked = (more: Partial<Parameters<typeof isFromThisMachine>[0]> = {}) =>
  isFromThisMachine({ address: '127.0.0.1', host: 'localhost:8100', headers: {}, ...more })

describe('this machine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is %s', (address) => {
    expect(asked({ address })).toBe(true)
  })
  it.each([undefined, '', '10.127.0.1', '192.168.1.127', '::ffff:10.0.0.1', '::11', '128.0.0.1', '2001:db8::127.1'])(
    'is not %s',
    (address) => expect(asked({ address })).toBe(false),
  )
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.12.34.56:8100', '[::1]', '[::1]:8100', 'localhost:1'])(
    'is called %s',
    (host) => expect(asked({ host })).toBe(true),
  )
  it.each([
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil',
    '127.a.0.1',
    '127.0.a.1',
    '127.0.0.a',
    'x127.0.0.1',
    'localhost:',
    'localhost:a',
    '[::1]x',
    'localhost:80a',
  ])('is not called %s', (host) => expect(asked({ host })).toBe(false))
  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'])(
    'is not who comes with %s',
    (name) => expect(asked({ headers: { [name]: '' } })).toBe(false),
  )
  it('may send other headers', () => expect(asked({ headers: { 'user-agent': 'x' } })).toBe(true))
})

describe('the token', () => {
  it.each(['Bearer right', 'bearer right', 'Bearer   right', 'Bearer older'])('is shown by %s', (authorization) => {
    expect(showsMetricsToken(authorization, ['', 'right', 'older'])).toBe(true)
  })
  it.each([
    undefined,
    null,
    '',
    'right',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'Bearer right x',
    'x Bearer right',
    'Bearerright',
    'Basic right',
    'Bearer r',
    'Bearer Stryker was here!',
  ])('is not shown by %s', (authorization) => expect(showsMetricsToken(authorization, ['', 'right'])).toBe(false))
  it('that nobody set is shown by nobody', () => {
    expect(showsMetricsToken('Bearer x', [])).toBe(false)
    expect(showsMetricsToken('Bearer ', [''])).toBe(false)
  })
})
