// Pages generated from the code, so that they cannot lie: settings and errors. `npx vitest run --project scripts -u` writes them anew.
import type { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { problems } from '@rollcall/contracts/problems'
import { Settings as backend } from '@rollcall/backend/settings-schema'
import { Environment as relay } from '@rollcall/relay/environment'
import { secretNames } from '@rollcall/tokens/secret-files'
import { Settings as simulator } from '@rollcall/simulator/config'
import { Environment as web } from '@rollcall/web-server/config'
import { logSettings } from '../setup/kept-logs.mjs'

describe('docs/configuration.md', () => {
  // holds spec 5.5-7, 5.5-10; rules 12-1
  it('lists every setting of every process', async () => {
    const page = [
      '# Settings',
      'Every process reads its settings from the environment and refuses to start with the whole list of what is wrong. `npm start` makes its own secrets and sets all of this by itself; what you set wins. Where they are set by a deployment pipeline or a hosting portal, change them there and nowhere else, above all the four `REALTIME_…` of backend and relay: what is changed by hand on a command line is gone with the next deployment.',
      `A secret may come from a file, as systemd and container platforms hand it over: set the name with \`_FILE\` behind it to its path (one line, without the quotes of an environment file). So for ${secretNames.map((name) => `\`${name}\``).join(', ')}.`,
      ...ofLogs(),
      ...section('web', 'npm run start:web', web),
      ...section('backend', 'npm run start:backend', backend),
      ...section('relay', 'npm run start:relay', relay),
      ...section('simulator', 'npm run start:simulator', simulator),
    ].join('\n\n')
    await expect(`${page}\n`).toMatchFileSnapshot('../../docs/configuration.md')
  })
})

describe('docs/errors.md', () => {
  it('lists every refusal', async () => {
    const rows = Object.entries(problems).map(
      ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`,
    )
    const page = [
      '# Errors',
      'Every error that Rollcall writes has the shape `{ "success": false, "error": { "code", "message", "issues"?, "requestId" } }`. The request id is also the `X-Request-Id` header and stands in the logs.',
      ['| code | status | sentence |', '|---|---|---|', ...rows].join('\n'),
    ].join('\n\n')
    await expect(`${page}\n`).toMatchFileSnapshot('../../docs/errors.md')
  })
})

/** Of whoever starts the processes and keeps what they say. */
function ofLogs(): string[] {
  const rows = Object.entries(logSettings).map(
    ([name, { otherwise, says }]) => `| \`${name}\` | \`${otherwise}\` | ${says} |`,
  )
  const head = ['| setting | default | meaning |', '|---|---|---|']
  return ['## logs: `rollcall run` and `npm start`', [...head, ...rows].join('\n')]
}

function section(title: string, command: string, { shape }: z.ZodObject): string[] {
  const rows = Object.entries(shape).map(
    ([name, field]) => `| \`${name}\` | ${fallback(field as z.ZodType)} | ${(field as z.ZodType).description ?? ''} |`,
  )
  return [`## ${title}: \`${command}\``, ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')]
}

function fallback(field: z.ZodType): string {
  const absent = field.safeParse(undefined)
  if (!absent.success) return 'required'
  if (absent.data === undefined || absent.data === null || absent.data === '') return '–'
  return `\`${typeof absent.data === 'object' ? JSON.stringify(absent.data) : String(absent.data)}\``
}
