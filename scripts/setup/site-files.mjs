// What an installation gives to the machine around it: systemd units and a site for nginx, made from deploy/ with this installation's
// paths, ports and address. Written by setup, and anew after a restore or an upgrade.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'

const units = ['rollcall.service', 'rollcall-backup.service', 'rollcall-backup.timer']

/** The path of the nginx site, or null where another proxy ends TLS. @param {string} folder @param {Record<string, string>} settings */
export function writeSiteFiles(folder, settings) {
  mkdirSync(join(folder, 'systemd'), { recursive: true })
  for (const name of units) writeFileSync(join(folder, 'systemd', name), filledUnit(name, folder))
  const site = nginxSite(settings)
  const file = join(folder, 'nginx.conf')
  if (site) writeFileSync(file, site)
  return site ? file : null
}

/** @param {string} name @param {string} folder */
function filledUnit(name, folder) {
  const search = [...new Set([dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'])].join(':')
  return readFileSync(join(root, 'deploy', 'systemd', name), 'utf8')
    .replaceAll('/var/lib/rollcall', () => folder)
    .replaceAll('/usr/local/bin/rollcall', () => ownProgram())
    .replaceAll('User=rollcall', () => `User=${userInfo().username}`)
    .replaceAll('PATH=/usr/local/bin:/usr/bin:/bin', () => `PATH=${search}`)
}

/** The link in PATH where there is one: its name stays, whichever version an upgrade or the way back makes it lead to. */
function ownProgram() {
  const found = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'rollcall'))
  return found.find((path) => existsSync(path)) ?? join(root, 'bin', 'rollcall')
}

/** @param {Record<string, string>} settings */
function nginxSite({ PUBLIC_URL = '', TLS_CERTIFICATE: certificate, TLS_KEY: key, ...ports }) {
  if (!certificate || !key) return null
  const url = new URL(PUBLIC_URL)
  const text = readFileSync(join(root, 'deploy', 'nginx', 'rollcall.conf'), 'utf8')
    .replaceAll('app.example.com', () => url.hostname)
    .replaceAll('/etc/ssl/rollcall/fullchain.pem', () => certificate)
    .replaceAll('/etc/ssl/rollcall/privkey.pem', () => key)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports['WEB_PORT']}`)
    .replaceAll('127.0.0.1:8100', `127.0.0.1:${ports['RELAY_PORT']}`)
    .replaceAll('127.0.0.1:8200', `127.0.0.1:${ports['BACKEND_PORT']}`)
  if (!url.port) return text
  // On another port than 443 there is nothing to redirect from, and the port belongs to the address.
  return text
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n\n/, '')
    .replaceAll(/(listen .*)443 ssl/g, `$1${url.port} ssl`)
    .replaceAll('$host;', `$host:${url.port};`)
}
