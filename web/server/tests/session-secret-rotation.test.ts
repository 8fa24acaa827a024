// SESSION_SECRET exchanged: what the one before sealed and signed is good for as long as it is named (docs/secrets.md).
import { expect, it } from 'vitest'
import { createCsrfTokens } from '../src/csrf-tokens.ts'
import { createSeal } from '../src/oidc/sealed-value.ts'

it('opens sessions and accepts CSRF tokens of the secret before, and no others', () => {
  const sealed = createSeal(['old'], 'oidc session', Date.now).close({ sub: 'a' }, 60)
  const opened = (secrets: string[]) => createSeal(secrets, 'oidc session', Date.now).open(sealed)
  expect([opened(['new', 'old']), opened(['new'])]).toEqual([{ sub: 'a' }, null])
  const token = createCsrfTokens({ bindingSecrets: ['old'] }).create('session')
  const isOurs = (bindingSecrets: string[]) => createCsrfTokens({ bindingSecrets }).isOurs(token, 'session')
  expect([isOurs(['new', 'old']), isOurs(['new'])]).toEqual([true, false])
})
