// aProxy(): nginx or Caddy with the file of deploy/ as it stands there, but for names, ports and the certificate, which is made for it.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnChild, until } from './child-process.ts'

export type Behind = { readonly web: string; readonly backend: string; readonly relay: string }
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}
export type Proxy = {
  readonly url: string
  /** The path as it is written, which no client makes canonical. */
  ask(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<Answer>
  stop(): Promise<void>
}

const deploy = join(import.meta.dirname, '..', '..', 'deploy')

export async function aProxy(
  kind: 'nginx' | 'caddy',
  program: string,
  { port, plainPort, behind }: { port: number; plainPort: number; behind: Behind },
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `rollcall-${kind}-`))
  // As root nginx works as another user, who keeps large bodies here.
  chmodSync(folder, 0o755)
  const at = (name: string) => join(folder, name)
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', at('privkey.pem'), '-out', at('fullchain.pem')]
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', ...ec, '-nodes', '-days', '30', ...subject, ...files], { stdio: 'ignore' })
  const text = readFileSync(join(deploy, kind === 'nginx' ? 'nginx/rollcall.conf' : 'caddy/Caddyfile'), 'utf8')
    .replaceAll('127.0.0.1:3000', behind.web)
    .replaceAll('127.0.0.1:8100', behind.relay)
    .replaceAll('127.0.0.1:8200', behind.backend)
    .replaceAll('/etc/ssl/rollcall', folder)
  writeFileSync(at('proxy.conf'), kind === 'nginx' ? nginxFile(text, folder, port, plainPort) : caddyFile(text, port))
  const args =
    kind === 'nginx'
      ? ['-p', folder, '-c', at('proxy.conf'), '-g', 'daemon off;']
      : ['run', '--adapter', 'caddyfile', '--config', at('proxy.conf')]
  const child = spawnChild(program, args, {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  })
  const ca = readFileSync(at('fullchain.pem'), 'utf8')
  const ask: Proxy['ask'] = (...asked) => answerOf(port, ca, ...asked)
  const stop = async () => {
    child.signal('SIGTERM')
    await child.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(`${kind} answers; it said: ${child.output()}`, () =>
      ask('GET', '/api/health').then(isWell, () => false),
    )
  } catch (error) {
    await stop()
    throw new Error(`${kind} does not answer. It said:\n${child.output()}`, { cause: error })
  }
  return { url: `https://localhost:${port}`, ask, stop }
}

const isWell = ({ status }: Answer) => status === 200

function nginxFile(text: string, folder: string, port: number, plainPort: number): string {
  const site = text
    .replaceAll('app.example.com', 'localhost')
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    // On another port than 443 the port belongs to the address.
    .replaceAll('$host;', `$host:${port};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `pid ${folder}/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}}\n`
}

function caddyFile(text: string, port: number): string {
  return text
    .replace('app.example.com {', `https://localhost:${port} {`)
    .replace('# tls ', 'tls ')
    .replace('{\n\tservers', '{\n\tadmin off\n\tauto_https disable_redirects\n\tservers')
}

function answerOf(
  port: number,
  ca: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: 'localhost', family: 4, port, ca, method, path, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.once('error', reject)
      const { statusCode: status = 0, headers: said } = reply
      reply.once('end', () => resolve({ status, headers: said, text: Buffer.concat(chunks).toString() }))
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
