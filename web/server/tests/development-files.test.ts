// While developing, the application comes from Vite through the server layer: its headers and routes are those of the product.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { startBench, type Bench } from './bench/bench.ts'
import { testEnvironment } from './bench/test-environment.ts'

let vite: Server
let bench: Bench
const asked: string[] = []
beforeAll(async () => {
  vite = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.cookie ?? 'no cookie'}`)
    const isPage = request.headers.accept?.includes('text/html')
    response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end(isPage ? '<script type="module" src="/@vite/client"></script>' : 'export default 1')
  })
  await new Promise<void>((resolve) => vite.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(vite.address() as AddressInfo).port}`
  bench = await startBench({ NODE_ENV: 'development', APP_DEV_URL: url })
})
afterAll(async () => {
  await bench.stop()
  vite.close()
})

const read = (path: string, accept = '*/*') =>
  fetch(`http://127.0.0.1:${bench.port}${path}`, { headers: { accept, cookie: 'auth_token=x' } })

describe('pages while developing', () => {
  // holds spec 1.1-1
  it('come from Vite, with the headers of development and without the cookie', async () => {
    const page = await read('/people', 'text/html')
    expect(await page.text()).toContain('/@vite/client')
    expect(page.headers.get('content-security-policy')).toContain(`'unsafe-eval'`)
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
    const script = await read('/src/App.vue?vue&type=style&index=0&lang.css')
    expect(await script.text()).toBe('export default 1')
    expect(asked).toEqual(['GET /people no cookie', 'GET /src/App.vue?vue&type=style&index=0&lang.css no cookie'])
  })
  it('leave the API, the routes of development and other methods to the server layer', async () => {
    expect(await (await read('/dev-user')).json()).toMatchObject({ data: { role: 'admin' } })
    expect((await read('/api/health')).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${bench.port}/people`, { method: 'DELETE' })).status).toBe(405)
    expect(asked).toHaveLength(2)
  })
  it('are refused in production', () => {
    const { values, remove } = testEnvironment('http://127.0.0.1:1', { APP_DEV_URL: 'http://127.0.0.1:5173' })
    expect(() => readSettings(values)).toThrow('APP_DEV_URL: is for NODE_ENV=development only')
    remove()
  })
})
