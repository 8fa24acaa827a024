// `npm run cluster`: the whole of deploy/several-machines on this one machine, with the demo building, for anyone who wants to kill things
// and watch. What dies is started again, as systemd would. CLUSTER_PORT: the public port, and sixteen after it are used, too.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { clusterPlans, clusterPorts, databasePlan } from './setup/cluster-plans.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { seed } from './setup/installation.mjs'
import { requireFreePorts } from './setup/preconditions.mjs'
import { command, Refusal, say, step } from './setup/say.mjs'
import { demoAccounts, installationSecrets } from './setup/secrets.mjs'
import { makeStandby } from './setup/standby.mjs'
import { createSupervisor } from './setup/supervisor.mjs'

await command(async () => {
  for (const program of ['haproxy', 'redis-server'])
    if (spawnSync(program, ['--version']).error)
      throw new Refusal(`${program} is not installed: apt-get install haproxy redis-server`)
  await ensureInstalled()
  await ensureBuilt()
  const ports = clusterPorts(Number(process.env['CLUSTER_PORT'] ?? 3900))
  await requireFreePorts(Object.entries(ports).map(([title, port]) => ({ title, port, setting: 'CLUSTER_PORT' })))
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-cluster-'))
  // As root the databases run as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  for (const name of ['logs', 'redis-1', 'redis-2']) mkdirSync(join(folder, name))
  // A dozen processes begin on one machine, which may be a small one.
  const patience = { silentMs: 60_000, healthyWithinMs: 600_000 }
  const supervisor = createSupervisor({ logs: join(folder, 'logs'), say, giveUp: say, ...patience })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    say('Stopping …')
    await supervisor.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
  try {
    await start(folder, ports, supervisor)
  } catch (error) {
    // A signal came first, and whoever stops ends the process.
    if (stopping) await new Promise(() => {})
    await supervisor.stop()
    throw error
  }
})

/** @param {string} folder @param {Record<string, number>} ports @param {ReturnType<typeof createSupervisor>} supervisor */
async function start(folder, ports, supervisor) {
  const databaseUrl = await step('Making a database and its standby', () =>
    makeStandby({
      first: databasePlan({ folder, ports }, 1),
      folders: [join(folder, 'postgres-1'), join(folder, 'postgres-2')],
      supervisor,
    }),
  )
  const { accounts, file } = demoAccounts(folder)
  const plans = await clusterPlans({ folder, ports, secrets: installationSecrets(folder), databaseUrl, accounts })
  for (const plan of plans) {
    await step(`Starting ${plan.title}`, () => supervisor.start(plan))
    if (plan.name === 'postgres-1')
      await step('Preparing the demo building', () => seed(folder, databaseUrl, file, true))
  }
  const show = () => {
    say('')
    for (const { name, address } of plans)
      say(`${name.padEnd(11)} ${address.padEnd(16)} pid ${supervisor.pidOf(name) ?? '–'}`)
  }
  show()
  say(`\nRollcall is running at http://localhost:${ports['PUBLIC']}\n`)
  for (const { role, email, password } of accounts) say(`${role}  ${email}  ${password}`)
  say(
    `\nLogs are in ${join(folder, 'logs')}. Kill what you like; Enter shows the numbers again, Ctrl-C stops everything.`,
  )
  createInterface({ input: process.stdin }).on('line', show)
}
