// The whole product as `npm start` runs it, in a folder of its own, and a browser that is signed in. Used by web-bench.ts.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { chromiumProgram, plainEnvironment } from '../measuring/config.ts'
import { freePort } from '../measuring/free-ports.ts'
import { start } from '../measuring/measured-process.ts'
import { startScript, webServer } from '../measuring/programs.ts'

export type WebSystem = {
  readonly url: string
  readonly browser: Browser
  /** A fresh browser profile, signed in as administrator. */
  readonly signedIn: () => Promise<BrowserContext>
  /** The address of another build of the application, over the same backend; the same sessions are signed in there. */
  readonly serve: (appDir: string) => Promise<string>
  /** Sends a message to everyone who listens to a channel, as the backend does. */
  readonly publish: (channel: string, data: object) => Promise<void>
  readonly stop: () => Promise<void>
}

type Secrets = { readonly REALTIME_API_KEY: string; readonly TOKEN_SECRET: string }

const startWithin = 120_000
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function startWebSystem(): Promise<WebSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-bench-web-'))
  // Open to the database's user, so that its files stay in this folder.
  chmodSync(dataDir, 0o755)
  const ports = {
    web: await freePort(),
    backend: await freePort(),
    relay: await freePort(),
    database: await freePort(),
  }
  const child = spawn(process.execPath, [startScript], {
    env: {
      ...plainEnvironment,
      DATA_DIR: dataDir,
      WEB_PORT: String(ports.web),
      BACKEND_PORT: String(ports.backend),
      RELAY_PORT: String(ports.relay),
      DATABASE_PORT: String(ports.database),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const account = () => /^admin {2}(\S+) {2}(\S+)$/m.exec(output)
  const deadline = Date.now() + startWithin
  while (!output.includes('Ctrl-C') || !account()) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The product did not start: ${output}`)
    }
    await sleep(200)
  }
  const url = `http://localhost:${ports.web}`
  const [, email = '', password = ''] = account() ?? []
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: flags })
  return {
    url,
    browser,
    signedIn: async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${url}/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL((at) => !at.pathname.startsWith('/login'))
      await page.close()
      return context
    },
    serve: (appDir) =>
      serveAlso(appDir, {
        API_SECRET: secrets.TOKEN_SECRET,
        BACKEND_URL: `http://127.0.0.1:${ports.backend}`,
        RELAY_URL: `http://127.0.0.1:${ports.relay}`,
      }),
    publish: async (channel, data) => {
      const reply = await fetch(`http://127.0.0.1:${ports.relay}/api/publish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secrets.REALTIME_API_KEY },
        body: JSON.stringify({ channel, data }),
      })
      if (!reply.ok) throw new Error(`The relay answered ${reply.status}.`)
      await reply.arrayBuffer()
    },
    stop: async () => {
      await browser.close()
      await stop()
    },
  }
}

async function serveAlso(appDir: string, settings: Record<string, string>): Promise<string> {
  const port = await freePort()
  const env = { ...settings, WEB_PORT: String(port), APP_DIR: resolve(appDir) }
  await start({ program: process.execPath, args: [webServer], side: 'everywhere', env, port })
  return `http://localhost:${port}`
}
