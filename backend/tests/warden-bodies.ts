// Good bodies of what wardens and contacts do, for good-bodies.test.ts.
import { newToken } from '../src/one-time-token.ts'
import { aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aBuilding, aFloor, aPerson, aWarden } from './site-things.ts'

type Here = { backend: TestBackend; admin: Caller; idOf: (path: string, body: object) => Promise<string> }
type Making = () => Promise<{ path: string; body?: unknown; as?: Caller }>

/** `here` is asked when a body is made: the backend starts later than this is read. */
export function wardenBodies(here: () => Here): Record<string, Making> {
  return {
    'muster.answerAsWarden': async () => {
      const { backend, admin, idOf } = here()
      const { email } = await aUser(backend.db, { role: 'operator' })
      const { id: floorId, buildingId } = await aFloor(admin)
      const { id: personId } = await aSeenPerson(backend.db, admin, { floorId, buildingId }, { email })
      await admin('POST', '/api/wardens', { buildingId, personIds: [personId] })
      const scope = { buildingIds: [buildingId] }
      const id = await idOf('/api/emergency/trigger', { scenario: 'fire', mode: 'test', scope })
      const as = backend.withToken(await tokenOf(backend.nobody, email))
      return { path: `/api/emergency/${id}/warden-answer`, body: { answer: 'on_it' }, as }
    },
    'contacts.reorder': async () => {
      const { idOf } = here()
      return {
        path: '/api/emergency/contacts/order',
        body: { order: [await idOf('/api/emergency/contacts', { name: 'Good' })] },
      }
    },
    'contacts.test': async () => {
      const { idOf } = here()
      return {
        path: '/api/emergency/contacts/test',
        body: { contactIds: [await idOf('/api/emergency/contacts', { name: 'Good' })] },
      }
    },
    'contacts.answerLink': async () => {
      const { backend, idOf } = here()
      const contactId = await idOf('/api/emergency/contacts', { name: 'Good' })
      const test = { contactId, requestedBy: 'Somebody' }
      const { id } = await backend.db.insertInto('contactTests').values(test).returning('id').executeTakeFirstOrThrow()
      const { token, tokenHash } = newToken()
      const link = { tokenHash, contactId, testId: id, channel: 'email', expiresAt: new Date(Date.now() + 60_000) }
      await backend.db.insertInto('contactLinks').values(link).execute()
      return { path: `/contact-link/${token}`, body: { answer: 'received' }, as: backend.nobody }
    },
    'wardens.create': async () => {
      const { admin } = here()
      return {
        path: '/api/wardens',
        body: { buildingId: (await aBuilding(admin)).id, personIds: [(await aPerson(admin)).id] },
      }
    },
    'wardens.change': async () => {
      const { admin } = here()
      return {
        path: `/api/wardens/${(await aWarden(admin)).id}`,
        body: { personIds: [(await aPerson(admin)).id] },
      }
    },
    'wardens.remove': async () => {
      const { admin } = here()
      return { path: `/api/wardens/${(await aWarden(admin)).id}` }
    },
  }
}
