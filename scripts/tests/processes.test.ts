// What `npm start` gives its processes.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { plans } from '../setup/processes.mjs'
import type { Secrets } from '../setup/secrets.mjs'

afterEach(() => vi.unstubAllEnvs())

const backendEnv = async (web: number) => {
  const ports = { web, backend: 1, relay: 2, database: 3 }
  const secrets = {} as Secrets
  const { backend } = await plans({ dataDir: '', secrets, databaseUrl: '', ports, development: false, origins: [] })
  return backend.env as NodeJS.ProcessEnv
}

describe('the address that people are sent to', () => {
  it('has the port that the pages are at', async () => {
    vi.stubEnv('PUBLIC_URL', undefined)
    expect((await backendEnv(3719))['PUBLIC_URL']).toBe('http://localhost:3719')
  })

  it('is the one that somebody has set', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://rollcall.example.org')
    expect((await backendEnv(3719))['PUBLIC_URL']).toBe('https://rollcall.example.org')
  })
})
