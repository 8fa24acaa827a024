// The demo site is a valid site file, always the same for a seed, and big enough to show the product.
import { Site } from '@rollcall/contracts/site'
import { describe, expect, it } from 'vitest'
import { createDemoSite } from './demo-site.ts'

const site = createDemoSite({ seed: 7 })

describe('createDemoSite', () => {
  it('is a valid site file', () => {
    expect(Site.parse(site)).toEqual(site)
  })

  it('is the same for the same seed and another for another', () => {
    expect(createDemoSite({ seed: 7 })).toEqual(site)
    expect(createDemoSite({ seed: 8 }).people.map(({ fullName }) => fullName)).not.toEqual(
      site.people.map(({ fullName }) => fullName),
    )
  })

  it('has two floors, many receivers and more than sixty people', () => {
    expect(site.floors).toHaveLength(2)
    expect(site.receivers.length).toBeGreaterThanOrEqual(24)
    expect(site.people.filter(({ entityType }) => entityType === 'employee').length).toBeGreaterThanOrEqual(60)
    expect(new Set(site.people.map(({ entityType }) => entityType))).toEqual(
      new Set(['employee', 'visitor', 'contractor']),
    )
    expect(site.assets.length).toBeGreaterThanOrEqual(10)
    expect(site.people.some(({ batteryPct }) => batteryPct < 20)).toBe(true)
  })

  it('has muster points and restricted zones', () => {
    expect(site.zones.filter(({ isMusterPoint }) => isMusterPoint).length).toBeGreaterThanOrEqual(2)
    expect(site.zones.filter(({ isRestricted }) => isRestricted).map(({ name }) => name)).toContain('Server room')
  })

  it.each(['transmitterId', 'employeeId', 'fullName'] as const)('gives every person an own %s', (field) => {
    expect(new Set(site.people.map((person) => person[field])).size).toBe(site.people.length)
  })

  it('gives people, assets and receivers different addresses, names unique per floor, and known references', () => {
    const ids = [...site.people, ...site.assets].map(({ transmitterId }) => transmitterId)
    const receivers = site.receivers.map(({ receiverId }) => receiverId)
    expect(new Set([...ids, ...receivers]).size).toBe(ids.length + receivers.length)
    expect(new Set(site.zones.map(({ floor, name }) => `${floor}/${name}`)).size).toBe(site.zones.length)
    const floors = site.floors.map(({ key }) => key)
    for (const { floor } of [...site.zones, ...site.receivers]) expect(floors).toContain(floor)
    const types = site.zoneTypes.map(({ name }) => name)
    for (const { zoneType } of site.zones) expect(types).toContain(zoneType)
    const departments = [...site.departments.map(({ name }) => name), null]
    for (const { department } of site.people) expect(departments).toContain(department)
  })

  it('keeps zones and receivers inside the plan', () => {
    const { widthM, heightM } = site.floors[0]!
    const points = [...site.receivers, ...site.zones.flatMap(({ polygon }) => polygon)]
    for (const { xM, yM } of points) {
      expect(xM >= 0 && xM <= widthM && yM >= 0 && yM <= heightM).toBe(true)
    }
  })

  it('draws plans without scripts, styles or references', () => {
    for (const { planSvg } of site.floors) {
      expect(planSvg).toMatch(/^<svg [^>]*viewBox="0 0 1200 720"/)
      expect(planSvg).not.toMatch(/<script|<style|<image|<use|href|url\(|javascript:|\son\w+=/i)
      expect(planSvg).not.toMatch(/NaN|undefined/)
    }
  })

  it('grows to ten thousand badges', () => {
    const big = createDemoSite({ seed: 7, employees: 10_000 })
    expect(new Set(big.people.map(({ transmitterId }) => transmitterId)).size).toBe(big.people.length)
    expect(new Set(big.people.map(({ email }) => email).filter(Boolean)).size).toBe(10_000)
  })
})
