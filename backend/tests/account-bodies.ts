// Good bodies of what somebody does with an account, mostly their own, for good-bodies.test.ts.
import { insertPasswordLink } from '../src/auth/password-link-queries.ts'
import { newToken } from '../src/one-time-token.ts'
import { aUser, testPassword, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { anApp, aSecondFactor } from './a-second-factor.ts'
import { anAuthenticator, aPasskey } from './an-authenticator.ts'

type Making = () => Promise<{ path: string; body?: unknown; as?: Caller }>

/** `here` is asked when a body is made: the backend starts later than this is read. */
export function accountBodies(here: () => TestBackend): Record<string, Making> {
  const anEmail = async () => (await aUser(here().db, { role: 'viewer' })).email
  const somebody = async () => here().withToken(await tokenOf(here().nobody, await anEmail()))
  const login = (path: string) => async () => ({
    path,
    body: { email: await anEmail(), password: testPassword },
    as: here().nobody,
  })
  const factor = '/api/account/second-factor'
  const views = '/api/account/views'
  const aView = { list: 'people', name: 'Mine', query: { q: 'ada' } }
  const passkeys = '/api/account/passkeys'
  const withRecoveryCode = (path: string) => async () => {
    const as = await somebody()
    return { path, body: { code: (await aSecondFactor(as)).recoveryCodes[0] }, as }
  }
  return {
    'auth.login': login('/api/auth/login'),
    'auth.backendLogin': login('/api/auth/backend-login'),
    'auth.logout': async () => ({ path: '/api/auth/logout', as: await somebody() }),
    'auth.endSession': async () => {
      const as = await somebody()
      return { path: `/api/auth/sessions/${(await as('GET', '/api/auth/sessions')).body.data[0].id}`, as }
    },
    'auth.changePassword': async () => ({
      path: '/api/auth/change-password',
      body: { currentPassword: testPassword, newPassword: 'another horse battery' },
      as: await somebody(),
    }),
    'auth.resetPassword': async () => {
      const { id } = await aUser(here().db, { role: 'viewer' })
      const { token, tokenHash } = newToken()
      await insertPasswordLink(here().db, id, tokenHash)
      return {
        path: '/api/auth/reset-password',
        body: { token, newPassword: 'another horse battery' },
        as: here().nobody,
      }
    },
    'users.removeSecondFactor': async () => {
      const { id, email } = await aUser(here().db, { role: 'viewer' })
      await aSecondFactor(here().withToken(await tokenOf(here().nobody, email)))
      return { path: `/api/users/${id}/remove-second-factor` }
    },
    'savedViews.create': async () => ({ path: views, body: aView, as: await somebody() }),
    'savedViews.change': async () => {
      const as = await somebody()
      return { path: `${views}/${(await as('POST', views, aView)).body.data.id}`, body: { name: 'Other' }, as }
    },
    'savedViews.remove': async () => {
      const as = await somebody()
      return { path: `${views}/${(await as('POST', views, aView)).body.data.id}`, as }
    },
    'secondFactor.begin': async () => ({ path: factor, body: { password: testPassword }, as: await somebody() }),
    'secondFactor.confirm': async () => {
      const as = await somebody()
      const { secret } = (await as('POST', factor, { password: testPassword })).body.data
      return { path: `${factor}/confirm`, body: { code: anApp(secret).code() }, as }
    },
    'secondFactor.renewCodes': withRecoveryCode(`${factor}/recovery-codes`),
    'secondFactor.remove': withRecoveryCode(`${factor}/remove`),
    'auth.passkeyLogin': async () => {
      const key = await aPasskey(await somebody())
      const challenge = (await here().nobody('GET', '/api/auth/passkey-challenge')).body.data
      return { path: '/api/auth/passkey-login', body: { passkey: key.answer(challenge) }, as: here().nobody }
    },
    'secondFactor.beginPasskey': async () => ({
      path: `${passkeys}/begin`,
      body: { password: testPassword },
      as: await somebody(),
    }),
    'secondFactor.addPasskey': async () => {
      const as = await somebody()
      const request = (await as('POST', `${passkeys}/begin`, { password: testPassword })).body.data
      return { path: passkeys, body: { name: 'A key', ...anAuthenticator().make(request) }, as }
    },
    'secondFactor.removePasskey': async () => {
      const as = await somebody()
      await aPasskey(as)
      const [{ id }] = (await as('GET', factor)).body.data.passkeys
      return { path: `${passkeys}/${id}/remove`, body: { password: testPassword }, as }
    },
  }
}
