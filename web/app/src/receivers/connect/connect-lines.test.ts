import { expect, it } from 'vitest'
import { connectAdvice, receiverKinds } from './connect-lines.ts'

const connection = {
  addresses: ['https://site.example/ingest'],
  thisMachineOnly: false,
  formats: ['raddec', 'dynamb', 'minew'],
  mqtt: { broker: 'mqtts://broker.example', topics: [{ topic: 'rollcall/raddec/#', format: 'raddec' }] },
}
const texts = (...input: Parameters<typeof connectAdvice>) => connectAdvice(...input).lines.map(({ text }) => text)

it('gives address, key and format of each kind', () => {
  expect(texts('minew', connection, 'abc')).toEqual([
    'https://site.example/ingest/minew',
    'Authorization: Bearer abc',
    'JSON-LONG',
  ])
  expect(texts('reelyactive', connection, 'abc').slice(0, 2)).toEqual([
    'https://site.example/ingest/raddec',
    'https://site.example/ingest/dynamb',
  ])
  expect(texts('curl', connection, 'abc')[0]).toContain("-H 'Authorization: Bearer abc'")
})
it('leaves a gap where the key is not shown yet', () => {
  expect(texts('minew', connection, null)).toContain('Authorization: Bearer YOUR_KEY')
})
it('names a topic that can be published to, and no key', () => {
  expect(texts('mqtt', connection, 'abc')).toEqual(['mqtts://broker.example', 'rollcall/raddec/NAME_OF_RECEIVER'])
  expect(connectAdvice('mqtt', { ...connection, mqtt: null }, 'abc').notes[0]).toContain('MQTT_URL')
})
it('says for every kind over HTTP when the address is not reached from elsewhere', () => {
  for (const kind of receiverKinds) {
    const { notes } = connectAdvice(kind, { ...connection, thisMachineOnly: true }, null)
    expect([kind, notes.some((note) => note.includes('this machine only'))]).toEqual([kind, kind !== 'mqtt'])
  }
})
