// What an account is told about alerts, in the organisation's language.
import { said, told } from '@rollcall/contracts/sentences'
import { expect, it } from 'vitest'
import { sayIn } from '../../texts/say.ts'
import { messagesFor } from './alert-message.ts'

const recipient = {
  id: 'u',
  email: 'ada@example.org',
  displayName: 'Ada',
  phone: null,
  role: 'admin',
  permissions: [],
  elsewhere: [],
}
const wanted = { email: true, sms: false, publicUrl: 'https://x' }
const silent = (name: string) => ({
  id: name,
  kind: 'receiver_offline' as const,
  ...told(said('receiver_silent', { name })),
})

it('is said in the language of the organisation, also what was stored without a code', () => {
  const old = { ...silent('Roof'), said: null }
  const [mail] = messagesFor(recipient, [silent('Hall'), old], wanted, sayIn('de'), 'Grace')
  expect(mail?.subject).toBe('Von Grace an Sie übergeben: 2 Warnungen: Der Empfänger Hall ist nicht mehr zu hören.')
  expect(mail?.text).toBe(
    'Der Empfänger Hall ist nicht mehr zu hören.\nReceiver Roof is no longer heard.\n\nhttps://x/alerts',
  )
  const many = Array.from({ length: 23 }, (_, n) => silent(String(n)))
  expect(messagesFor(recipient, many, wanted, sayIn('fr'))[0]?.text).toContain('\nEt 3 autres.\n')
})
