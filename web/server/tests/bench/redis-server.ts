// A real redis-server of the test's own, on a free port, with nothing kept on disk unless a test saves it. As root on Debian or
// Ubuntu the package is installed when it is missing; elsewhere its tests are skipped with a sentence. Also used by the relay's tests.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from '../../../../bench/src/measuring/free-ports.ts'

export type RedisServer = {
  readonly url: string
  /** SIGSTOP: the connection stays, nothing answers. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly stop: () => Promise<void>
  /** Again on the same port, with what was saved in its directory. */
  readonly start: () => Promise<void>
}

/** Programs of the machine, not of a package. */
const redis = 'redis-server'
const installer = 'apt-get'
const locker = 'flock'

/** Test files that want it at the same moment wait for the first; what failed is not tried again for ten minutes. */
const install = `
command -v ${redis} && exit
test -z "$(find "$1" -mmin -10 2>/dev/null)" || exit 1
${installer} update -qq && ${installer} install -y -qq --no-install-recommends ${redis} && exit
touch "$1"
exit 1`

const isInstalled = () => spawnSync(redis, ['--version']).status === 0

/** Null, or why there is no Redis here. */
export function redisMissing(): string | null {
  if (isInstalled()) return null
  if (process.getuid?.() === 0 && spawnSync(installer, ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    try {
      const failed = join(tmpdir(), 'rollcall-redis-not-installed')
      execFileSync(locker, [`${failed}.lock`, 'sh', '-c', install, 'sh', failed], {
        env,
        stdio: 'ignore',
        timeout: 360_000,
      })
    } catch {
      // Said below.
    }
  }
  return isInstalled() ? null : 'redis-server is not installed (Debian: "apt-get install redis-server")'
}

export async function startRedis(directory = '/tmp'): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: directory }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn(redis, args, { stdio: 'ignore' })
    await eventually(() => answersOn(port))
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    start,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (reply) => {
      socket.destroy()
      resolve(reply.toString().startsWith('+PONG'))
    })
    socket.once('error', () => resolve(false))
  })
}
