// The behaviour of the operators' page, in the browser. Names of channels, users and origins are chosen by strangers: they are
// only ever set as text. Asks every two seconds, not while the tab is hidden.
import { adminActions } from './admin-page-actions.ts'

export const adminScript = `
const actions = ${JSON.stringify(adminActions)}
const find = (id) => document.getElementById(id)
const count = (number) => number.toLocaleString('en')
// Wherever the page was put.
const home = location.pathname.replace(/\\/*$/, '/')
let token = sessionStorage.getItem('relay-admin')
let state = null
let answeredAt = Date.now()
const charts = { published: createChart('published'), delivered: createChart('delivered'), clients: createChart('clients') }

function show(isIn) {
  find('login').hidden = isIn
  find('page').hidden = !isIn
  if (!isIn) find('password').focus()
}

function logOut() {
  token = null
  sessionStorage.removeItem('relay-admin')
  show(false)
}

async function ask(path, body) {
  const options = { headers: { 'x-relay-admin': token }, method: body === undefined ? 'GET' : 'POST', body }
  const response = await fetch(home + path, options)
  if (response.status === 401) { logOut(); throw new Error('Logged out.') }
  if (!response.ok) throw new Error('The relay answered ' + response.status + '.')
  return response.json()
}

const part = (name, text, className) => {
  const element = document.createElement(name)
  element.textContent = text
  if (className) element.className = className
  return element
}

function row(cells) {
  const line = document.createElement('tr')
  for (const { label, text, name, actions } of cells) {
    const cell = part('td', text ?? '', name)
    if (label) cell.dataset.label = label
    for (const { word, isRisky, act } of actions ?? []) {
      const button = part('button', word, isRisky ? 'plain risky' : 'plain')
      button.addEventListener('click', act)
      cell.append(button)
    }
    line.append(cell)
  }
  return line
}

function fill(id, rows, columns, none) {
  // Who is about to press a button must not lose it.
  if (find(id).contains(document.activeElement) && find(id).matches(':hover')) return
  find(id).replaceChildren(...rows.map(row))
  if (rows.length > 0) return
  const empty = row([{ text: none, name: 'empty' }])
  empty.firstChild.colSpan = columns
  find(id).append(empty)
}

const ago = (milliseconds) => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return seconds + ' s'
  if (seconds < 7200) return Math.round(seconds / 60) + ' min'
  return seconds < 172800 ? Math.round(seconds / 3600) + ' h' : Math.round(seconds / 86400) + ' d'
}
const size = (bytes) => (bytes < 1024 ? bytes + ' B' : Math.round(bytes / 1024).toLocaleString('en') + ' KiB')

function figures({ nodes, totals }) {
  const [node] = nodes
  const boxes = [['Connections', node.clients], ['Users', node.users], ['Channels', node.channels], ['Subscriptions', node.subscriptions]]
  find('figures').replaceChildren(...boxes.map(([name, value]) => {
    const box = part('div', '', 'card')
    box.append(part('span', name), part('b', count(value)))
    return box
  }))
  const troubles = [
    ['slow clients closed', totals.evicted], ['publications skipped for slow clients', totals.conflated],
    ['refused by origin', totals.originsRefused], ['refused by a limit', totals.connectionsRefused],
  ]
  find('troubles').replaceChildren(...troubles.map(([name, value]) => {
    const box = part('div', '', value > 0 ? 'bad' : '')
    box.append(part('b', count(value)), part('span', name))
    return box
  }))
}

const wanted = (id) => find(id + '-filter').value.trim().toLowerCase()

function channelRows() {
  const text = wanted('channels')
  const found = state.channels.filter(({ name }) => name.toLowerCase().includes(text))
  find('channels-count').textContent = count(state.nodes[0].channels) + (state.channels.length < state.nodes[0].channels ? ', the largest ' + count(state.channels.length) + ' shown' : '')
  fill('channels', found.map(({ name, clients }) => [
    { label: 'Channel', text: name, name: 'mono' }, { label: 'Subscribers', text: count(clients), name: 'number' },
    { name: 'do', actions: [
      { word: 'History', act: () => run('history', { channel: name, limit: 20, reverse: true }) },
      { word: 'Publish', act: () => prepare('publish', name) },
    ] },
  ]), 3, text ? 'No channel has this in its name.' : 'Nobody is subscribed to anything.')
}

function connectionRows() {
  const text = wanted('connections')
  const found = state.connections.filter((one) => [one.user, ...one.channels].some((name) => name.toLowerCase().includes(text)))
  find('connections-count').textContent = count(state.nodes[0].clients) + (state.connections.length < state.nodes[0].clients ? ', ' + count(state.connections.length) + ' shown' : '')
  fill('connections', found.map((one) => [
    { label: 'User', text: one.user || 'anonymous' },
    { label: 'Client', text: one.status === 'connected' ? one.clientName || 'unnamed' : one.status, name: 'soft' },
    { label: 'Transport', text: one.way, name: 'soft' }, { label: 'Connected', text: ago(state.now - one.since), name: 'soft' },
    { label: 'Queued', text: size(one.queued) + (one.isSlow ? ', slow' : ''), name: one.isSlow ? 'number slow' : 'number' },
    { label: 'Channels', text: one.channels.join(', '), name: 'mono' },
    { name: 'do', actions: [{ word: 'Disconnect', isRisky: true, act: () => confirm('Disconnect this client of ' + (one.user || 'nobody in particular') + '?') && run('disconnect', { user: one.user, client: one.id }) }] },
  ]), 7, text ? 'No connection has this in its user or channels.' : 'Nobody is connected. If somebody should be, look at the refused origins.')
}

function render() {
  const [node] = state.nodes
  find('node').textContent = node.name + ' ' + node.version + ' · up ' + ago(state.now - node.startedAt)
  figures(state)
  for (const name of Object.keys(charts)) charts[name](state.samples.map((sample) => sample[name]))
  find('origins-card').hidden = state.refusedOrigins.length === 0
  fill('origins', state.refusedOrigins.map(({ origin, count: times, lastAt }) => [
    { label: 'Origin', text: origin, name: 'mono' }, { label: 'Times', text: count(times), name: 'number' },
    { label: 'Last', text: ago(state.now - lastAt) + ' ago', name: 'soft' },
  ]), 3, '')
  find('nodes-count').textContent = count(state.nodes.length)
  find('nodes-hint').hidden = state.nodes.length === 1
  fill('nodes', state.nodes.map((one) => [
    { label: 'Name', text: one.name }, { label: 'Version', text: one.version, name: 'soft' },
    { label: 'Connections', text: count(one.clients), name: 'number' }, { label: 'Users', text: count(one.users), name: 'number' },
    { label: 'Channels', text: count(one.channels), name: 'number' }, { label: 'Subscriptions', text: count(one.subscriptions), name: 'number' },
    { label: 'Up', text: ago(state.now - one.startedAt), name: 'soft' },
  ]), 7, '')
  channelRows()
  connectionRows()
}

function say(isLive) {
  const silent = Math.round((Date.now() - answeredAt) / 1000)
  find('status').className = isLive && state.isWorking ? 'pill good' : 'pill bad'
  if (!isLive) find('status').textContent = 'No answer for ' + silent + ' s, trying again'
  else find('status').textContent = state.isWorking ? 'Live' : 'Redis does not answer: publications are not carried'
}

async function refresh() {
  if (token === null || document.hidden) return
  try {
    state = await ask('state')
    answeredAt = Date.now()
    render()
    say(true)
  } catch {
    if (token !== null) say(false)
  }
}

async function run(method, params) {
  const { words } = actions[method]
  find('answer').hidden = false
  find('answer-status').className = 'pill warn'
  find('answer-status').textContent = words + ' …'
  let answer
  try {
    answer = await ask('api/' + method, typeof params === 'string' ? params : JSON.stringify(params))
  } catch (error) {
    answer = { error: { message: error.message } }
  }
  find('answer-status').className = answer.error ? 'pill bad' : 'pill good'
  find('answer-status').textContent = words + ': ' + (answer.error ? answer.error.message : 'done')
  find('answer-text').textContent = JSON.stringify(answer.result ?? answer.error, null, 2)
  find('answer').scrollIntoView({ block: 'nearest' })
  refresh()
}

find('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  const answer = await fetch(home + 'login', { method: 'POST', body: find('password').value })
    .then((response) => response.json())
    .catch(() => ({ message: 'The relay does not answer.' }))
  find('login-message').textContent = answer.message || ''
  if (!answer.token) return
  find('password').value = ''
  token = answer.token
  sessionStorage.setItem('relay-admin', token)
  show(true)
  refresh()
})

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// The table of channels has that name already.
const fieldOf = (name) => find(name === 'channels' ? 'channels-list' : name)

function fitForm() {
  const { fields } = actions[find('method').value]
  for (const name of ['user', 'channel', 'channels', 'data']) find(name + '-label').hidden = !fields.includes(name)
}

function prepare(method, channel) {
  find('method').value = method
  find('channel').value = channel
  fitForm()
  find('data').focus()
}

find('action').addEventListener('submit', (event) => {
  event.preventDefault()
  const method = find('method').value
  const { fields, question } = actions[method]
  const isBroken = fields.includes('data') && !isJson(find('data').value)
  find('data').setCustomValidity(isBroken ? 'This is not JSON.' : '')
  if (isBroken) return find('data').reportValidity()
  const given = Object.fromEntries(fields.filter((name) => name !== 'data').map((name) => [name, fieldOf(name).value.trim()]))
  const asked = question?.replace(/{(.+)}/, (_, name) => given[name] || 'nobody in particular')
  if (asked && !confirm(asked)) return
  if (given.channels !== undefined) given.channels = given.channels.split(/[\\s,]+/).filter(Boolean)
  if (method === 'history') Object.assign(given, { limit: 20, reverse: true })
  const text = JSON.stringify(given)
  // As it was written: numbers may be larger than this page can read.
  run(method, fields.includes('data') ? text.slice(0, -1) + ',"data":' + find('data').value + '}' : text)
})

find('data').addEventListener('input', () => find('data').setCustomValidity(''))
find('method').addEventListener('change', fitForm)
find('channels-filter').addEventListener('input', () => state && channelRows())
find('connections-filter').addEventListener('input', () => state && connectionRows())
find('logout').addEventListener('click', logOut)
document.addEventListener('visibilitychange', refresh)
fitForm()
show(token !== null)
refresh()
setInterval(refresh, 2000)
`
