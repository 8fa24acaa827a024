import { personnel } from '@rollcall/contracts/domains/personnel'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import type { Permission } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { mayCall } from '../../session/may-call.ts'
import { allowedActions } from './action.ts'

describe('the actions somebody is offered', () => {
  const can = (permission: Permission) => permission === 'personnel.update'
  const offered = (...actions: Parameters<typeof allowedActions>[0]) =>
    allowedActions(actions, (row) => mayCall(row, can)).length

  it('are those whose contract row they may call', () => {
    expect([offered({ row: personnel.change }), offered({ row: personnel.remove })]).toEqual([1, 0])
  })
  it('include what needs no permission', () => {
    expect(offered({}, { row: serverLayer.csrfToken })).toBe(2)
  })
  it('leave out what does not apply just now', () => {
    expect(offered({ row: personnel.change, when: false })).toBe(0)
  })
})
