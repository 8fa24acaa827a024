// What ambient devices give away about themselves (positioning 4): our own table, in the order of trust
// company data, service, local name. `confidence` tells how sure the type is; the manufacturer is sure where one stands.
// Read by classify.ts. Identifiers as assigned by the Bluetooth SIG; device numbers of Microsoft beacons by [MS-CDP] 2.2.2.2.3.
import type { AmbientDevice } from '@rollcall/contracts/channels'

export interface Verdict {
  deviceType: AmbientDevice['deviceType']
  manufacturer: string | null
  /** 0–1. */
  confidence: number
}

const verdict = (deviceType: Verdict['deviceType'], manufacturer: string | null, confidence: number): Verdict => ({
  deviceType,
  manufacturer,
  confidence,
})

const apple = 'Apple'
const microsoft = 'Microsoft'

/** By company identifier and, where it tells more, the first octet of the data. */
export const companyRules: ReadonlyMap<
  number,
  { readonly any: Verdict; readonly byFirst?: ReadonlyMap<number, Verdict> }
> = new Map([
  [
    0x004c,
    {
      any: verdict('other', apple, 0.3),
      byFirst: new Map([
        // iBeacon
        [0x02, verdict('beacon', null, 0.95)],
        // AirDrop
        [0x05, verdict('phone', apple, 0.6)],
        // HomeKit
        [0x06, verdict('sensor', apple, 0.5)],
        // Proximity pairing
        [0x07, verdict('headset', apple, 0.9)],
        // "Hey Siri"
        [0x08, verdict('phone', apple, 0.5)],
        // AirPlay target and source
        [0x09, verdict('speaker', apple, 0.7)],
        [0x0a, verdict('speaker', apple, 0.6)],
        // Magic Switch
        [0x0b, verdict('wearable', apple, 0.9)],
        // Handoff
        [0x0c, verdict('phone', apple, 0.6)],
        // Tethering
        [0x0d, verdict('phone', apple, 0.6)],
        [0x0e, verdict('phone', apple, 0.7)],
        // Nearby action and nearby info
        [0x0f, verdict('phone', apple, 0.7)],
        [0x10, verdict('phone', apple, 0.7)],
      ]),
    },
  ],
  [0x0006, { any: verdict('other', microsoft, 0.3), byFirst: new Map([[0x03, verdict('other', null, 0.5)]]) }],
  [0x0075, { any: verdict('phone', 'Samsung', 0.5) }],
  [0x00e0, { any: verdict('phone', 'Google', 0.5) }],
  [0x027d, { any: verdict('phone', 'Huawei', 0.5) }],
  [0x038f, { any: verdict('phone', 'Xiaomi', 0.4) }],
  [0x0055, { any: verdict('headset', 'Plantronics', 0.8) }],
  [0x0067, { any: verdict('headset', 'Jabra', 0.8) }],
  [0x009e, { any: verdict('headset', 'Bose', 0.7) }],
  [0x012d, { any: verdict('headset', 'Sony', 0.5) }],
  [0x0494, { any: verdict('headset', 'Sennheiser', 0.8) }],
  [0x0057, { any: verdict('speaker', 'Harman', 0.6) }],
  [0x0171, { any: verdict('speaker', 'Amazon', 0.5) }],
  [0x006b, { any: verdict('wearable', 'Polar', 0.8) }],
  [0x0087, { any: verdict('wearable', 'Garmin', 0.8) }],
  [0x0157, { any: verdict('wearable', 'Huami', 0.8) }],
  [0x0499, { any: verdict('sensor', 'Ruuvi', 0.95) }],
  [0x015d, { any: verdict('beacon', 'Estimote', 0.9) }],
  [0x0639, { any: verdict('tag', 'Minew', 0.8) }],
  [0x067c, { any: verdict('tag', 'Tile', 0.9) }],
  [0x0059, { any: verdict('other', 'Nordic Semiconductor', 0.2) }],
])

/** Find My: what the second octet, a length, gives away. */
export const findMy = {
  first: 0x12,
  /** Away from its owner: a tag or what behaves like one. */
  separatedLength: 0x19,
  separated: verdict('tag', apple, 0.9),
  withOwner: verdict('other', apple, 0.4),
} as const

/** Scenario 1 of Microsoft's beacon: the low five bits of the second octet number the device. */
export const microsoftBeacon = {
  first: 0x01,
  any: verdict('laptop', microsoft, 0.4),
  devices: new Map([
    [1, verdict('other', microsoft, 0.8)],
    [6, verdict('phone', apple, 0.8)],
    [7, verdict('tablet', apple, 0.8)],
    [8, verdict('phone', null, 0.8)],
    [9, verdict('laptop', microsoft, 0.6)],
    [11, verdict('phone', microsoft, 0.8)],
    [15, verdict('laptop', microsoft, 0.8)],
    [16, verdict('tablet', microsoft, 0.8)],
  ]) as ReadonlyMap<number, Verdict>,
} as const

/** By 16-bit service, announced or with data. */
export const serviceRules: ReadonlyMap<string, Verdict> = new Map([
  ['feaa', verdict('beacon', null, 0.9)],
  ['fe9a', verdict('beacon', 'Estimote', 0.9)],
  ['feed', verdict('tag', 'Tile', 0.95)],
  ['feec', verdict('tag', 'Tile', 0.95)],
  ['fd5a', verdict('tag', 'Samsung', 0.95)],
  ['fcb2', verdict('tag', null, 0.8)],
  ['ffe1', verdict('tag', 'Minew', 0.7)],
  ['fe6a', verdict('tag', 'Kontakt.io', 0.9)],
  ['fd6f', verdict('phone', null, 0.9)],
  ['fef3', verdict('phone', 'Google', 0.6)],
  ['fe9f', verdict('phone', 'Google', 0.6)],
  ['fe2c', verdict('headset', null, 0.6)],
  ['febe', verdict('headset', 'Bose', 0.8)],
  ['184e', verdict('headset', null, 0.7)],
  ['fcd2', verdict('sensor', null, 0.9)],
  ['fe95', verdict('sensor', 'Xiaomi', 0.7)],
  ['fdcd', verdict('sensor', 'Qingping', 0.9)],
  ['181a', verdict('sensor', null, 0.8)],
  ['180d', verdict('wearable', null, 0.8)],
  ['1816', verdict('wearable', null, 0.5)],
])

/** By local name; the first that fits. */
export const nameRules: readonly (readonly [RegExp, Verdict])[] = [
  [/ipad/i, verdict('tablet', apple, 0.8)],
  [/iphone/i, verdict('phone', apple, 0.8)],
  [/macbook|imac/i, verdict('laptop', apple, 0.8)],
  [/airpods|beats/i, verdict('headset', apple, 0.8)],
  [/galaxy tab/i, verdict('tablet', 'Samsung', 0.8)],
  [/galaxy (watch|fit)/i, verdict('wearable', 'Samsung', 0.8)],
  [/galaxy buds/i, verdict('headset', 'Samsung', 0.8)],
  [/galaxy|^sm-[a-z]\d/i, verdict('phone', 'Samsung', 0.7)],
  [/^pixel (buds)/i, verdict('headset', 'Google', 0.8)],
  [/^pixel (watch)/i, verdict('wearable', 'Google', 0.8)],
  [/^pixel \d|^nexus/i, verdict('phone', 'Google', 0.8)],
  [/fitbit|^charge \d|^versa/i, verdict('wearable', 'Fitbit', 0.8)],
  [/garmin|forerunner|^f[eē]nix|^venu/i, verdict('wearable', 'Garmin', 0.8)],
  [/watch|^mi (smart )?band|whoop/i, verdict('wearable', null, 0.6)],
  [/headphone|headset|earbuds?|buds|^w[hf]-\d|jabra|^le-/i, verdict('headset', null, 0.6)],
  [/soundbar|speaker|sonos|^jbl|^echo/i, verdict('speaker', null, 0.7)],
  [/laptop|notebook|thinkpad|^desktop-/i, verdict('laptop', null, 0.6)],
  [/^tile$/i, verdict('tag', 'Tile', 0.9)],
  [/^(thermo|govee|lywsd|atc_|ruuvi)|sensor/i, verdict('sensor', null, 0.7)],
  [/beacon|^kontakt/i, verdict('beacon', null, 0.7)],
]
