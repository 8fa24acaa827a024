// aMachine(): a folder that stands for an empty machine: its paths lie below it, and systemctl, useradd and apt-get are stand-ins that do
// there what they would do. A unit is run by its own ExecStart and Environment lines.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@rollcall/bench/measuring/free-ports'

export type Machine = Awaited<ReturnType<typeof aMachine>>

/** Paths of the page that are this machine's own. */
const own = [
  '/opt',
  '/var/lib/rollcall',
  '/usr/local/bin',
  '/etc/systemd/system',
  '/etc/nginx',
  '/etc/ssl',
  '/mnt/elsewhere',
]

export async function aMachine(nginx: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-machine-'))
  chmodSync(folder, 0o755)
  for (const path of [
    ...own.filter((path) => path !== '/var/lib/rollcall'),
    '/etc/nginx/conf.d',
    '/etc/ssl/rollcall',
    '/bin',
    '/run',
    '/var/lib',
  ])
    mkdirSync(join(folder, path), { recursive: true })
  const [web = 0, backend = 0, relay = 0, database = 0, https = 0] = await freePorts(5)
  const program = (name: string, text: string) => writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 })
  program('systemctl', systemctl(folder))
  program('nginx', `#!/bin/sh\nexec ${nginx} -p ${folder}/run -c ${folder}/etc/nginx/nginx.conf "$@"\n`)
  program('apt-get', `#!/bin/sh\ncommand -v nginx openssl >/dev/null\n`)
  program('useradd', `#!/bin/sh\nmkdir -m 755 ${folder}/var/lib/rollcall\n`)
  writeFileSync(join(folder, 'etc/nginx/nginx.conf'), nginxConf(folder))
  const certificate = join(folder, 'etc/ssl/rollcall/fullchain.pem')
  const env = {
    HOME: folder,
    // Where it is unless it is said otherwise.
    DATA_DIR: join(folder, 'var/lib/rollcall'),
    // Of this project nothing is in it, and of npm neither.
    PATH: [join(folder, 'bin'), join(folder, 'usr/local/bin'), process.env['PATH']].join(':'),
    CURL_CA_BUNDLE: certificate,
    WEB_PORT: String(web),
    BACKEND_PORT: String(backend),
    RELAY_PORT: String(relay),
    DATABASE_PORT: String(database),
  }
  const url = `https://localhost:${https}`
  /** The page's words for this machine. */
  const here = (text: string) =>
    own
      .reduce((changed, path) => changed.replaceAll(path, folder + path), text)
      .replaceAll('https://rollcall.example.com', url)
  const sh = (commands: string, cwd = join(folder, 'run')) => shell(here(commands), env, cwd)
  await sh(
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \\
      -addext subjectAltName=DNS:localhost -keyout /etc/ssl/rollcall/privkey.pem -out /etc/ssl/rollcall/fullchain.pem`,
  )
  return {
    folder,
    url,
    ca: readFileSync(certificate, 'utf8'),
    sh,
    async remove() {
      await sh('systemctl stop rollcall; nginx -s stop 2>/dev/null || true')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As bash does it when somebody types it, but that the first mistake ends it. Answers all it says, by way of a file: what it starts and
 * leaves running would keep a pipe open. */
function shell(commands: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const heard = join(tmpdir(), `rollcall-said-${randomBytes(6).toString('hex')}`)
  const to = openSync(heard, 'w')
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], { env, cwd, stdio: ['ignore', to, to] })
    child.once('error', reject)
    child.once('exit', (code) => {
      closeSync(to)
      const said = readFileSync(heard, 'utf8')
      rmSync(heard)
      if (code === 0) resolve(said)
      else reject(new Error(`exit code ${code} of\n${commands}\nIt said:\n${said}`))
    })
  })
}

/** What the real one does with these units, without it: starts, stops by SIGTERM and waits, and knows a timer when it sees one. */
const systemctl = (folder: string) => `#!/bin/bash
set -eu
units=${folder}/etc/systemd/system; run=${folder}/run
start() {
  [ "$1" = nginx ] && { ${folder}/bin/nginx; return; }
  case "$1" in *.timer) test -f "$units/$1"; test -f "$units/\${1%.timer}.service"; return;; esac
  unit="$units/$1.service"
  mapfile -t settings < <(sed -n 's/^Environment=//p' "$unit")
  read -r -a program < <(sed -n 's/^ExecStart=//p' "$unit")
  env -i HOME=$run "\${settings[@]}" setsid "\${program[@]}" >> "$run/$1.out" 2>&1 < /dev/null &
  echo $! > "$run/$1.pid"
}
stop() {
  [ -f "$run/$1.pid" ] || return 0
  pid=$(cat "$run/$1.pid"); kill -TERM "$pid" 2>/dev/null || true
  # Ended, though perhaps not yet taken note of by who adopted it.
  while grep -qs '^State:.[^Z]' "/proc/$pid/status"; do sleep 0.1; done
  rm "$run/$1.pid"
}
verb=$1; shift
[ "$verb" = daemon-reload ] && exit 0
for name in "$@"; do
  case "$verb:$name" in
    *:--now) ;;
    reload:nginx) if [ -s "$run/nginx.pid" ]; then ${folder}/bin/nginx -s reload; else start nginx; fi ;;
    enable:* | start:*) start "$name" ;;
    stop:*) stop "$name" ;;
    restart:*) stop "$name"; start "$name" ;;
    *) echo "systemctl $verb $name: not known here" >&2; exit 1 ;;
  esac
done
`

const nginxConf = (folder: string) => `pid ${folder}/run/nginx.pid;
error_log ${folder}/run/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/run/body; proxy_temp_path ${folder}/run/proxy; fastcgi_temp_path ${folder}/run/fastcgi;
  uwsgi_temp_path ${folder}/run/uwsgi; scgi_temp_path ${folder}/run/scgi;
  include ${folder}/etc/nginx/conf.d/*.conf;
}
`
