import { describe, expect, it } from 'vitest'
import { addressOnLabel } from './label.ts'

const known =
  (...addresses: string[]) =>
  async (address: string) =>
    addresses.includes(address)

describe('the code on the label of a receiver', () => {
  it.each([
    'ac233fc0ffee',
    'AC:23:3F:C0:FF:EE\n',
    'MAC:AC233FC0FFEE;TYPE:G1',
    'MAC:AC:23:3F:C0:FF:EE',
    'https://rollcall.example/receivers/install?receiver=ac233fc0ffee',
  ])('is an address: %s', async (code) => {
    expect(await addressOnLabel(code, known())).toBe('ac233fc0ffee')
  })
  it('names several radios, of which one is known', async () => {
    const code = 'ETH ac233fc0ffed, WIFI ac233fc0ffef, BLE ac233fc0ffee'
    expect(await addressOnLabel(code, known('ac233fc0ffee'))).toBe('ac233fc0ffee')
    expect(await addressOnLabel(code, known()), 'a guess would register the wrong one').toBeNull()
  })
  it('names none', async () => {
    expect(await addressOnLabel('https://www.example.com/support', known())).toBeNull()
    expect(await addressOnLabel('6d3fb6a2-c0d9-4a5e-9d0c-1b8a7f52e4b1', known())).toBeNull()
  })
})
