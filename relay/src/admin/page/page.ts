// The operators' page in the browser: login, then what the relay reports, asked for every two seconds, not while the tab is hidden.
import type { AdminState } from '../state-shape.ts'
import { newestFirst, prepareAction, runAction, startForm } from './action-form.ts'
import { createChart } from './chart.ts'
import { ago, field, find } from './elements.ts'
import { ask, forgetToken, isLoggedIn, logIn } from './relay-calls.ts'
import { showChannels, showConnections, showFigures, showNodes, showOrigins, type TableActions } from './tables.ts'

let state: AdminState | null = null
let answeredAt = Date.now()
const charts = {
  published: createChart('published'),
  delivered: createChart('delivered'),
  clients: createChart('clients'),
}

const tableActions: TableActions = {
  history: (channel) => void run('history', { channel, ...newestFirst }),
  publish: (channel) => prepareAction('publish', channel),
  disconnect(user, client) {
    if (confirm(`Disconnect this client of ${user || 'nobody in particular'}?`))
      void run('disconnect', { user, client })
  },
}

async function run(method: string, params: object): Promise<void> {
  await runAction(method, JSON.stringify(params))
  await refresh()
}

function showPage(): void {
  find('login').hidden = isLoggedIn()
  find('page').hidden = !isLoggedIn()
  if (!isLoggedIn()) find('password').focus()
}

function showState(current: AdminState): void {
  const [node] = current.nodes
  if (node) find('node').textContent = `${node.name} ${node.version} · up ${ago(current.now - node.startedAt)}`
  showFigures(current)
  for (const name of ['published', 'delivered', 'clients'] as const) {
    charts[name](current.samples.map((sample) => sample[name]))
  }
  showOrigins(current)
  showNodes(current)
  showChannels(current, tableActions)
  showConnections(current, tableActions)
}

function showStatus(isAnswering: boolean): void {
  const silent = Math.round((Date.now() - answeredAt) / 1000)
  const isWorking = state?.isWorking ?? false
  find('status').className = isAnswering && isWorking ? 'pill good' : 'pill bad'
  if (!isAnswering) find('status').textContent = `No answer for ${silent} s, trying again`
  else find('status').textContent = isWorking ? 'Live' : 'Redis does not answer: publications are not carried'
}

async function refresh(): Promise<void> {
  if (!isLoggedIn() && !find('page').hidden) showPage()
  if (!isLoggedIn() || document.hidden) return
  try {
    state = (await ask('state')) as AdminState
    answeredAt = Date.now()
    showState(state)
    showStatus(true)
  } catch {
    if (isLoggedIn()) showStatus(false)
    else showPage()
  }
}

find('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  const problem = await logIn(field('password').value)
  find('login-message').textContent = problem ?? ''
  if (problem !== null) return
  field('password').value = ''
  showPage()
  await refresh()
})
find('logout').addEventListener('click', () => {
  forgetToken()
  showPage()
})
find('channels-filter').addEventListener('input', () => state && showChannels(state, tableActions))
find('connections-filter').addEventListener('input', () => state && showConnections(state, tableActions))
document.addEventListener('visibilitychange', () => void refresh())
startForm(() => void refresh())
showPage()
void refresh()
setInterval(() => void refresh(), 2000)
