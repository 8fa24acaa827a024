// Figures and tables of the page, made anew from every answer of the relay.
import type { AdminState } from '../state-shape.ts'
import { ago, count, field, find, make, size } from './elements.ts'

export type TableActions = {
  history: (channel: string) => void
  publish: (channel: string) => void
  disconnect: (user: string, client: string) => void
}

type Button = { label: string; isRisky?: boolean; run: () => void }
type Cell = { label?: string; text?: string; className?: string; buttons?: readonly Button[] }

export function showFigures({ nodes: [node], totals }: AdminState): void {
  const figures = [
    ['Connections', node?.clients],
    ['Users', node?.users],
    ['Channels', node?.channels],
    ['Subscriptions', node?.subscriptions],
  ] as const
  find('figures').replaceChildren(
    ...figures.map(([name, value = 0]) => {
      const box = make('div', '', 'card')
      box.append(make('span', name), make('b', count(value)))
      return box
    }),
  )
  const troubles = [
    ['slow clients closed', totals.evicted],
    ['publications skipped for slow clients', totals.conflated],
    ['refused by origin', totals.originsRefused],
    ['refused by a limit', totals.connectionsRefused],
  ] as const
  find('troubles').replaceChildren(
    ...troubles.map(([name, value]) => {
      const box = make('div', '', value > 0 ? 'bad' : '')
      box.append(make('b', count(value)), make('span', name))
      return box
    }),
  )
}

export function showOrigins({ refusedOrigins, now }: AdminState): void {
  find('origins-card').hidden = refusedOrigins.length === 0
  const rows = refusedOrigins.map(({ origin, count: times, lastAt }): Cell[] => [
    { label: 'Origin', text: origin, className: 'mono' },
    { label: 'Times', text: count(times), className: 'number' },
    { label: 'Last', text: `${ago(now - lastAt)} ago`, className: 'soft' },
  ])
  fill('origins', rows, 3, '')
}

export function showNodes({ nodes, now }: AdminState): void {
  find('nodes-count').textContent = count(nodes.length)
  find('nodes-hint').hidden = nodes.length === 1
  const number = (label: string, value: number): Cell => ({ label, text: count(value), className: 'number' })
  const rows = nodes.map((node): Cell[] => [
    { label: 'Name', text: node.name },
    { label: 'Version', text: node.version, className: 'soft' },
    number('Connections', node.clients),
    number('Users', node.users),
    number('Channels', node.channels),
    number('Subscriptions', node.subscriptions),
    { label: 'Up', text: ago(now - node.startedAt), className: 'soft' },
  ])
  fill('nodes', rows, 7, '')
}

export function showChannels({ channels, nodes: [node] }: AdminState, actions: TableActions): void {
  const searched = searchText('channels')
  const total = node?.channels ?? 0
  const rest = channels.length < total ? `, the largest ${count(channels.length)} shown` : ''
  find('channels-count').textContent = count(total) + rest
  const rows = channels
    .filter(({ name }) => name.toLowerCase().includes(searched))
    .map(({ name, clients }): Cell[] => [
      { label: 'Channel', text: name, className: 'mono' },
      { label: 'Subscribers', text: count(clients), className: 'number' },
      {
        className: 'do',
        buttons: [
          { label: 'History', run: () => actions.history(name) },
          { label: 'Publish', run: () => actions.publish(name) },
        ],
      },
    ])
  fill('channels', rows, 3, searched ? 'No channel has this in its name.' : 'Nobody is subscribed to anything.')
}

export function showConnections({ connections, nodes: [node], now }: AdminState, actions: TableActions): void {
  const searched = searchText('connections')
  const total = node?.clients ?? 0
  const rest = connections.length < total ? `, ${count(connections.length)} shown` : ''
  find('connections-count').textContent = count(total) + rest
  const rows = connections
    .filter(({ user, channels }) => [user, ...channels].some((name) => name.toLowerCase().includes(searched)))
    .map((one): Cell[] => [
      { label: 'User', text: one.user || 'anonymous' },
      {
        label: 'Client',
        text: one.status === 'connected' ? one.clientName || 'unnamed' : one.status,
        className: 'soft',
      },
      { label: 'Transport', text: one.transport, className: 'soft' },
      { label: 'Connected', text: ago(now - one.since), className: 'soft' },
      {
        label: 'Queued',
        text: size(one.queued) + (one.isSlow ? ', slow' : ''),
        className: one.isSlow ? 'number slow' : 'number',
      },
      { label: 'Channels', text: one.channels.join(', '), className: 'mono' },
      {
        className: 'do',
        buttons: [{ label: 'Disconnect', isRisky: true, run: () => actions.disconnect(one.user, one.id) }],
      },
    ])
  const none = 'Nobody is connected. If somebody should be, look at the refused origins.'
  fill('connections', rows, 7, searched ? 'No connection has this in its user or channels.' : none)
}

const searchText = (table: string) => field(`${table}-filter`).value.trim().toLowerCase()

function fill(id: string, rows: readonly Cell[][], columns: number, none: string): void {
  const body = find(id)
  // Who is about to press a button must not lose it.
  if (body.contains(document.activeElement) && body.matches(':hover')) return
  body.replaceChildren(...rows.map(tableRow))
  if (rows.length > 0) return
  const cell = document.createElement('td')
  cell.textContent = none
  cell.className = 'empty'
  cell.colSpan = columns
  const row = document.createElement('tr')
  row.append(cell)
  body.append(row)
}

function tableRow(cells: readonly Cell[]): HTMLElement {
  const row = document.createElement('tr')
  for (const { label, text = '', className, buttons = [] } of cells) {
    const cell = make('td', text, className)
    if (label) cell.dataset['label'] = label
    for (const { label: words, isRisky, run } of buttons) {
      const button = make('button', words, isRisky ? 'plain risky' : 'plain')
      button.addEventListener('click', run)
      cell.append(button)
    }
    row.append(cell)
  }
  return row
}
