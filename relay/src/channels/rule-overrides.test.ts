// What a server may change of a namespace for one subscription.
import { expect, it } from 'vitest'
import { readOverrides } from './rule-overrides.ts'

it('reads each of the five, and nothing else', () => {
  expect(
    readOverrides({
      presence: { value: true },
      join_leave: { value: false },
      force_push_join_leave: { value: true },
      force_positioning: { value: true },
      force_recovery: {},
      allow_publish_for_client: { value: true },
    }),
  ).toEqual({
    presence: true,
    joinLeave: false,
    forcePushJoinLeave: true,
    forcePositioning: true,
    forceRecovery: false,
  })
})

it('is nothing where nothing is said', () => {
  expect([undefined, null, {}, { presence: null }, { presence: undefined }].map(readOverrides)).toEqual([
    {},
    {},
    {},
    {},
    {},
  ])
})

it.each(['presence', [], 7, { presence: true }, { presence: { value: 1 } }, { presence: { value: 'true' } }])(
  'refuses %j',
  (value) => expect(readOverrides(value)).toBeNull(),
)
