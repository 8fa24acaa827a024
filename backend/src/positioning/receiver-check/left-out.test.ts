// A receiver is judged from a place that does not lean on its own word.
import { expect, it } from 'vitest'
import { aSite, floorOf, strengthsAt } from '../a-site.ts'
import { createLeftOut } from './left-out.ts'

it.each([0, 3, 6])('places a badge as if receiver %i, which hears 25 dB too little, had not been asked', (bad) => {
  const site = aSite()
  const floor = floorOf(site, 0)
  const squaresBy = (isTrusted: (receiver: number) => boolean) => {
    const leftOut = createLeftOut(floor, isTrusted)
    for (const share of [0.2, 0.4, 0.6, 0.8]) {
      const heard = strengthsAt(site, 0, floor.widthM * share, floor.heightM * share)
      const strengths = Float32Array.from(floor.receivers, (receiver, i) => {
        const rssi = heard.find((one) => one.receiver === receiver)?.rssi ?? NaN
        return i === bad ? rssi - 25 : rssi
      })
      leftOut.add({ referenceDbm: floor.referenceDbm, strengths })
    }
    return [...leftOut.squares[bad]!.keys()]
  }
  expect(squaresBy(() => true)).toEqual(squaresBy((receiver) => receiver !== bad))
})
