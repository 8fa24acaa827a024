// The proxies that are measured side by side: ours as in production, bare nginx, Fastify and Express with the same protections, and, when its
// executable is named, oauth2-proxy. Each is one process on the same core. Called by proxy-bench.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../measuring/database-server.ts'
import { freePort } from '../measuring/free-ports.ts'
import { start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { appToken, origin, random, secrets } from '../measuring/product-processes.ts'
import { oauth2ProxyProgram } from '../measuring/config.ts'
import { ensureProgram, onNode, peer, webServer } from '../measuring/programs.ts'
import { startOauth2Proxy } from './oauth2-proxy.ts'

export type ProxyName = 'ours' | 'nginx' | 'fastify' | 'express' | 'oauth2-proxy'
export type Proxy = MeasuredProcess & {
  readonly name: ProxyName
  readonly title: string
  /** With all the protections that ours has. */
  readonly isGuarded: boolean
  /** By which it knows who is signed in, where that is not our own token. */
  readonly session?: string
}

const operator = { email: 'operator@example.com', displayName: 'Olga Operator', role: 'admin' }

/** Of somebody who is signed in. */
export const operatorToken = () => appToken('0d6f2f7e-8a44-4a53-9d7f-2b3c4d5e6f70', operator)

/** Those that this machine has; the others are named with the reason. */
export async function startProxies(backendPort: number): Promise<{ proxies: Proxy[]; skipped: string[] }> {
  const backend = `http://127.0.0.1:${backendPort}`
  const noNginx = ensureProgram('nginx', 'nginx-light')
  const proxies = [await ours(backend)]
  if (noNginx === null) proxies.push(await nginx(backendPort))
  const settings = JSON.stringify({ backend, secret: secrets.app, csrfSecret: random() })
  const node = (name: string) => start({ ...onNode(peer(name), settings), side: 'measured', env: production })
  proxies.push({ ...(await node('fastify-proxy')), name: 'fastify', title: 'Fastify + http-proxy', isGuarded: true })
  proxies.push({ ...(await node('express-proxy')), name: 'express', title: 'Express + h-p-m', isGuarded: true })
  if (oauth2ProxyProgram !== null) {
    const started = await startOauth2Proxy(oauth2ProxyProgram, backend)
    proxies.push({ ...started, name: 'oauth2-proxy', title: 'oauth2-proxy, sessions only', isGuarded: false })
  }
  const skipped = [
    noNginx !== null && `nginx is left out: ${noNginx}`,
    oauth2ProxyProgram === null && 'oauth2-proxy is left out: OAUTH2_PROXY_BIN does not name its executable.',
  ]
  return { proxies, skipped: skipped.filter((sentence) => sentence !== false) }
}

const production = { NODE_ENV: 'production' }

async function ours(backend: string): Promise<Proxy> {
  const started = await start({
    ...onNode(webServer),
    side: 'measured',
    env: {
      ...production,
      WEB_PORT: '0',
      WEB_HOST: '127.0.0.1',
      BACKEND_URL: backend,
      API_SECRET: secrets.app,
      EXCHANGE_SECRET: random(),
      SESSION_SECRET: random(),
      AUDIT_LOG_FILE: join(temporaryFolder(), 'audit.log'),
      // Configured, so that the fifth middleware looks at every request; nobody signs in through it.
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'measurement',
      PUBLIC_URL: origin,
    },
  })
  return { ...started, name: 'ours', title: 'Rollcall web/server', isGuarded: true }
}

async function nginx(backendPort: number): Promise<Proxy> {
  const folder = temporaryFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfiguration(folder, port, backendPort))
  const args = ['-e', join(folder, 'error.log'), '-c', file]
  const started = await start({ program: 'nginx', args, side: 'measured', port })
  return { ...started, name: 'nginx', title: 'nginx proxy_pass, bare', isGuarded: false }
}

const nginxConfiguration = (folder: string, port: number, backendPort: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000000;
  upstream backend { server 127.0.0.1:${backendPort}; keepalive 128; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`
