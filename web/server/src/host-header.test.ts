// The Host rule: exactly one host with perhaps a port, and nothing that could be read as a path.
import { expect, it } from 'vitest'
import { isHost, readHost } from './host-header.ts'

it.each(['a', 'localhost:3000', 'a-b.c_d.test', '127.0.0.1:80', '[::1]', '[2001:db8::1]:443', 'a:1', 'a:65535'])(
  'takes %s',
  (host) => expect(isHost(host)).toBe(true),
)

it.each([
  '',
  '.a',
  '-a',
  'a/b',
  'a b',
  ' a',
  'a ',
  'a@b',
  'x@a',
  'a:',
  'a:123456',
  'a:b',
  'a?b',
  '[]',
  '[:]',
  '[xyz]',
  '[::1',
  '::1',
  '/[::1]',
  '[::1]x',
  `[${':'.repeat(46)}]`,
  `a${'b'.repeat(253)}`,
  '/a',
])('refuses %j', (host) => expect(isHost(host)).toBe(false))

it('takes a host that is there once, whatever its letters, and no other header for one', () => {
  const read = (host: string | undefined, rawHeaders: string[]) => readHost({ headers: { host }, rawHeaders } as never)
  expect(read('a.test', ['HoSt', 'a.test', 'Date', 'host'])).toBe('a.test')
  expect(read('a.test', ['Host', 'a.test', 'host', 'b.test'])).toBeNull()
  expect(read('a.test', ['Hosts', 'a.test', 'Date', 'x'])).toBeNull()
  expect(read('a/b', ['Host', 'a/b'])).toBeNull()
  expect(read(undefined, [])).toBeNull()
})
