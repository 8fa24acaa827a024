// Enrolled phones, used as badges (spec 4.2 Phone beacon, rules 8): a one-time link lets a person enrol the identity-resolving key
// of a phone. The key is sealed at once and never given back.
import { createHash, randomUUID } from 'node:crypto'
import type { phoneBeacon } from '@rollcall/contracts/domains/phone-beacon'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { insertRow } from '../../database/row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { newToken, tokenHashOf } from '../../one-time-token.ts'
import type { Seal } from '../../seal.ts'
import { findPerson } from '../personnel/person-queries.ts'
import { findTransmitter } from '../transmitters/transmitter-queries.ts'
import { insertIrk, insertToken, listIrks, spendToken, usableToken } from './phone-beacon-queries.ts'

const lifetimeMs = 24 * 3_600_000

export function phoneBeaconHandlers(seal: Seal): Handlers<typeof phoneBeacon, Context> {
  return {
    createToken({ body: { personId }, context }) {
      const { token, tokenHash } = newToken()
      const expiresAt = new Date(Date.now() + lifetimeMs).toISOString()
      return context.change(async (tx) => {
        const person = await findPerson(tx, personId)
        if (!person) refuseField('personId', 'no_such_person')
        await insertToken(tx, { tokenHash, personId, createdBy: context.user.id, expiresAt })
        const record = {
          entityId: personId,
          after: { expiresAt },
        }
        return { reply: { token, path: `/phone-beacon/${token}`, name: person.fullName, expiresAt }, record }
      })
    },
    async view({ params: { token }, context }) {
      const { name, expiresAt } = found(await usableToken(context.db, tokenHashOf(token), { lock: false }))
      return { name, expiresAt }
    },
    completeEnrollment: ({ body, context }) =>
      context.change(async (tx) => {
        const { token, irk, platform, label } = body
        const { id, personId, entityType } = found(await usableToken(tx, tokenHashOf(token), { lock: true }))
        await spendToken(tx, id)
        const key = Buffer.from(irk, 'hex')
        const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 8)
        // A phone changes its radio address all the time, so that it gets an id of ours, written like every other.
        const transmitterId = randomUUID().replaceAll('-', '')
        const phone = { transmitterId, name: label, type: 'phone', entityType, entityId: personId, txPower1m: null }
        const stored = await insertRow(tx, 'transmitters', { ...phone, status: 'assigned' })
        await insertIrk(tx, { transmitterId, irkSealed: seal.seal(key), fingerprint, platform, label })
        const transmitter = found(await findTransmitter(tx, stored))
        const record = {
          entityId: transmitter.id,
          after: { ...transmitter, fingerprint, platform },
        }
        return { reply: { transmitter, fingerprint }, record }
      }),
    irkRecords: ({ query, context }) => listIrks(context.db, query),
  }
}
