// Numbers that the rules name, literally: a changed default would go unnoticed elsewhere (rules 8, 10 and 12).
import { expect, it } from 'vitest'
import { FloorCreate } from '../src/domains/floors.ts'
import { positionState } from '../src/domains/positions.ts'
import { defaultSettings } from '../src/domains/settings.ts'

// holds rules 10-1, 10-2, 10-3, 10-4, 10-5, 10-6, 10-7
it('radio', () => {
  expect(defaultSettings.ble).toEqual({
    minimumRssiDbm: -90,
    windowSeconds: 3,
    maximumWindowSeconds: 10,
    referencePowerDbm: -59,
    pathLossExponent: 2,
    floorChangeUpdates: 3,
    zoneEnterProbability: 0.6,
    zoneEnterSeconds: 2,
    zoneLeaveProbability: 0.3,
    zoneLeaveSeconds: 4,
    maximumSpeedMps: 3,
    liveLagSeconds: 0,
    clockToleranceSeconds: 5,
  })
})

// holds rules 8-29
it('alerts', () => {
  expect(defaultSettings.alerts).toMatchObject({
    email: true,
    sms: false,
    push: true,
    lowBattery: true,
    criticalBattery: true,
    deviceOffline: true,
    gatewayOffline: true,
    emergency: true,
    cooldownMinutes: 5,
  })
})

// holds rules 8-30
it('days of retention', () => {
  expect(defaultSettings.general.retentionDays).toMatchObject({ positions: 30, ambient: 1, audit: 365, visits: 90 })
})

// holds rules 8-31
it('ages of a position', () => {
  expect([30_000, 30_001, 300_000, 300_001].map(positionState)).toEqual(['active', 'last_seen', 'last_seen', 'stale'])
})

// holds rules 12-8
it('metres of a floor', () => {
  const floor = (widthM: number, heightM: number) => ({
    buildingId: '0b8f3d4e-6a51-4c2e-9a73-2f1f0c9d8e7a',
    name: 'Hall',
    level: 0,
    widthM,
    heightM,
  })
  expect(
    [floor(1000, 1000), floor(1000.1, 10), floor(10, 1001)].map((one) => FloorCreate.safeParse(one).success),
  ).toEqual([true, false, false])
})
