// The behaviour of the operators' page, in the browser. Names of channels, users and origins are chosen by strangers: they are
// only ever set as text. Asks every two seconds, not while the tab is hidden.

export const adminScript = `
'use strict'
const find = (id) => document.getElementById(id)
let token = sessionStorage.getItem('relay-admin')

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
  const response = await fetch('/admin/' + path, options)
  if (response.status === 401) { logOut(); throw new Error('Logged out.') }
  if (!response.ok) throw new Error('The relay answered ' + response.status + '.')
  return response.json()
}

function row(cells) {
  const line = document.createElement('tr')
  for (const { text, name, action } of cells) {
    const cell = document.createElement('td')
    if (name) cell.className = name
    if (action) {
      const button = document.createElement('button')
      button.className = 'quiet'
      button.textContent = text
      button.addEventListener('click', action)
      cell.append(button)
    } else cell.textContent = text
    line.append(cell)
  }
  return line
}

function fill(id, rows, columns) {
  find(id).replaceChildren(...rows.map(row))
  if (rows.length > 0) return
  const empty = row([{ text: 'None', name: 'empty' }])
  empty.firstChild.colSpan = columns
  find(id).append(empty)
}

const count = (number) => number.toLocaleString('en')
const ago = (milliseconds) => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return seconds + ' s'
  if (seconds < 7200) return Math.round(seconds / 60) + ' min'
  return seconds < 172800 ? Math.round(seconds / 3600) + ' h' : Math.round(seconds / 86400) + ' d'
}

function chart(id, values) {
  const top = Math.max(1, ...values)
  const step = 240 / 119
  const start = 240 - (values.length - 1) * step
  const points = values.map((value, index) => (start + index * step).toFixed(1) + ' ' + (58 - (value / top) * 54).toFixed(1))
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  if (points.length > 1) path.setAttribute('d', 'M' + points.join('L'))
  find(id).replaceChildren(path)
  find(id + '-now').textContent = values.length ? count(values.at(-1)) : ''
}

function figures({ nodes, totals }) {
  const [node] = nodes
  const boxes = [
    ['Connections', node.clients], ['Users', node.users], ['Channels', node.channels], ['Subscriptions', node.subscriptions],
    ['Published', totals.published], ['Delivered', totals.delivered],
    ['Slow, closed', totals.evicted, true], ['Slow, skipped', totals.conflated], ['Refused: origin', totals.originsRefused, true],
    ['Refused: limit', totals.connectionsRefused, true],
  ]
  find('figures').replaceChildren(...boxes.map(([name, value, isBad]) => {
    const box = document.createElement('div')
    if (isBad && value > 0) box.className = 'bad'
    const number = document.createElement('b')
    number.textContent = count(value)
    const label = document.createElement('span')
    label.textContent = name
    box.append(number, label)
    return box
  }))
}

function render(state) {
  const [node] = state.nodes
  find('node').textContent = node.name + ' ' + node.version + ', up ' + ago(state.now - node.startedAt)
  figures(state)
  for (const name of ['published', 'delivered', 'clients']) chart(name, state.samples.map((sample) => sample[name]))
  find('origins-card').hidden = state.refusedOrigins.length === 0
  fill('origins', state.refusedOrigins.map(({ origin, count: times, lastAt }) => [
    { text: origin }, { text: count(times), name: 'number' }, { text: ago(state.now - lastAt) + ' ago' },
  ]), 3)
  find('nodes-card').hidden = state.nodes.length === 1
  fill('nodes', state.nodes.map((one) => [
    { text: one.name }, { text: one.version }, { text: ago(state.now - one.startedAt) },
    ...[one.clients, one.users, one.channels, one.subscriptions].map((number) => ({ text: count(number), name: 'number' })),
  ]), 7)
  fill('channels', state.channels.map(({ name, clients }) => [
    { text: name }, { text: count(clients), name: 'number' },
    { text: 'History', action: () => run('history', { channel: name, limit: 20, reverse: true }) },
  ]), 3)
  fill('connections', state.connections.map((one) => [
    { text: one.user || '–' }, { text: one.clientName || one.status }, { text: one.way }, { text: ago(state.now - one.since) },
    { text: count(one.queued), name: one.isSlow ? 'number slow' : 'number' }, { text: one.channels.join(', ') },
    { text: 'Disconnect', action: () => confirm('Disconnect this client of ' + one.user + '?') && run('disconnect', { user: one.user, client: one.id }) },
  ]), 7)
}

async function refresh() {
  if (token === null || document.hidden) return
  try {
    const state = await ask('state')
    render(state)
    find('status').textContent = state.isWorking ? '' : 'Redis does not answer: clients get nothing new from other nodes'
  } catch (error) {
    find('status').textContent = token === null ? '' : 'No answer: ' + error.message
  }
}

async function run(method, params) {
  find('answer').hidden = false
  try {
    const body = typeof params === 'string' ? params : JSON.stringify(params)
    find('answer').textContent = JSON.stringify(await ask('api/' + method, body), null, 2)
  } catch (error) {
    find('answer').textContent = error.message
  }
  find('answer').scrollIntoView({ block: 'nearest' })
  refresh()
}

find('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch('/admin/login', { method: 'POST', body: find('password').value })
  const answer = await response.json()
  find('login-message').textContent = answer.message || ''
  if (!answer.token) return
  find('password').value = ''
  token = answer.token
  sessionStorage.setItem('relay-admin', token)
  show(true)
  refresh()
})

function fitForm() {
  const method = find('method').value
  find('user-label').hidden = method !== 'disconnect'
  find('channel-label').hidden = method === 'disconnect'
  find('data-label').hidden = method !== 'publish'
}

find('action').addEventListener('submit', (event) => {
  event.preventDefault()
  const method = find('method').value
  const channel = find('channel').value.trim()
  if (method === 'disconnect') {
    const user = find('user').value.trim()
    if (confirm('Disconnect all clients of ' + user + '?')) run(method, { user })
    return
  }
  if (method === 'history') return run(method, { channel, limit: 20, reverse: true })
  // As it was written: numbers may be larger than this page can read.
  run(method, '{"channel":' + JSON.stringify(channel) + ',"data":' + find('data').value + '}')
})

find('method').addEventListener('change', fitForm)
find('logout').addEventListener('click', logOut)
document.addEventListener('visibilitychange', refresh)
fitForm()
show(token !== null)
refresh()
setInterval(refresh, 2000)
`
