import { expect, it } from 'vitest'
import { receiverDoor } from './receiver-connection.ts'

const settings = {
  publicUrl: 'http://localhost:3000',
  port: 8200,
  ingestListener: null,
  mqtt: null,
  ingestKeys: ['now', 'before'],
}

it('names the port of the backend where nothing is in front of it, and says that it is not reached from elsewhere', () => {
  const { connection, sharedKey } = receiverDoor(settings)
  expect(connection).toMatchObject({ addresses: ['http://127.0.0.1:8200/ingest'], thisMachineOnly: true, mqtt: null })
  expect(connection.formats).toEqual(['raddec', 'dynamb', 'minew'])
  expect(sharedKey).toBe('now')
})

it('names the public address, and the port for gateways alone where there is one', () => {
  const { connection } = receiverDoor({
    ...settings,
    publicUrl: 'https://rollcall.example',
    ingestListener: { host: '0.0.0.0', port: 8201 },
  })
  expect(connection.addresses).toEqual(['https://rollcall.example/ingest', 'http://rollcall.example:8201/ingest'])
  expect(connection.thisMachineOnly).toBe(false)
})

it('names the broker without the account of the backend, and a topic for each format', () => {
  const mqtt = {
    url: 'mqtts://rollcall:secret@broker.example:8883',
    topics: { 'rollcall/raddec/#': 'raddec' as const },
  }
  const { connection } = receiverDoor({ ...settings, mqtt })
  expect(connection.mqtt).toEqual({
    broker: 'mqtts://broker.example:8883',
    topics: [{ topic: 'rollcall/raddec/#', format: 'raddec' }],
  })
})
