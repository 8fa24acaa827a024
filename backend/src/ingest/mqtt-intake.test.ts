// Which format comes on which topic, and what the setting may say.
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { createTopicMatch } from './mqtt-intake.ts'

describe('createTopicMatch', () => {
  const formatOf = createTopicMatch({ 'site/+/raddec': 'raddec', 'site/dynamb/#': 'dynamb', '/gw/+/status': 'minew' })

  it.each([
    ['site/north/raddec', 'raddec'],
    ['site//raddec', 'raddec'],
    ['site/dynamb', 'dynamb'],
    ['site/dynamb/a/b/c', 'dynamb'],
    ['/gw/ac233fc00001/status', 'minew'],
    ['site/north/south/raddec', null],
    ['site/raddec', null],
    ['gw/ac233fc00001/status', null],
    ['', null],
  ])('takes what comes on %j for %s', (topic, format) => {
    expect(formatOf(topic)).toBe(format)
  })
})

describe('MQTT_TOPICS', () => {
  const secrets = { TOKEN_SECRET: 'token-secret-0123456789-abcdefghijklmnop', MQTT_URL: 'mqtt://127.0.0.1' }
  const read = (MQTT_TOPICS?: string) => readConfig({ ...secrets, ...(MQTT_TOPICS && { MQTT_TOPICS }) }).mqtt

  it('has a default, and takes several topics for one format', () => {
    expect(read()?.topics).toEqual({
      'rollcall/raddec/#': 'raddec',
      'rollcall/dynamb/#': 'dynamb',
      'rollcall/minew/#': 'minew',
    })
    expect(read('minew=/gw/+/status, minew=gateways/#')?.topics).toEqual({
      '/gw/+/status': 'minew',
      'gateways/#': 'minew',
    })
  })

  it('means nothing without a broker', () => {
    expect(readConfig({ TOKEN_SECRET: secrets.TOKEN_SECRET }).mqtt).toBeNull()
  })

  it.each(['raddec', 'kafka=a/b', 'raddec=', 'raddec=a/#/b', 'raddec=a+/b', 'raddec=a,,nonsense'])(
    'refuses %s',
    (text) => {
      expect(() => read(text)).toThrow(ConfigError)
    },
  )
})
