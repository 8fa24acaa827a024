// The operators' page in one answer: no file on disk, no foreign host. The policy allows exactly its own style and script.
import { createHash } from 'node:crypto'
import { adminActions } from './admin-page-actions.ts'
import { adminCharts } from './admin-page-charts.ts'
import { adminScript } from './admin-page-script.ts'
import { adminStyle } from './admin-page-style.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const script = `'use strict'\n${adminCharts}${adminScript}`

export const adminPagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(adminStyle)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const mark = `<svg class="mark" viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="14" cy="14" r="3" fill="currentColor" stroke="none"/><path d="M8.3 19.7a8 8 0 0 1 0-11.4M19.7 8.3a8 8 0 0 1 0 11.4M4.8 23.2a13 13 0 0 1 0-18.4M23.2 4.8a13 13 0 0 1 0 18.4"/></svg>`

function chart(id: string, title: string): string {
  return `<figure class="card"><figcaption><span>${title}</span><b id="${id}-now">–</b></figcaption>
    <svg id="${id}" class="chart" viewBox="0 0 240 80" preserveAspectRatio="none" role="img" aria-label="${title}, last two minutes"></svg>
    <div class="axis"><span>2 min ago</span><span id="${id}-top"></span><span id="${id}-when">now</span></div></figure>`
}

/** `filter`: what its search field looks for. */
function tableCard(id: string, title: string, columns: readonly string[], filter?: string): string {
  const search = filter
    ? `<input id="${id}-filter" type="search" placeholder="${filter}" aria-label="${filter}" autocomplete="off" spellcheck="false">`
    : ''
  const heads = columns
    .map((name) => `<th${name.startsWith('#') ? ' class="number"' : ''}>${name.replace(/^#/, '')}</th>`)
    .join('')
  return `<section class="card"><header><h2>${title}</h2><span id="${id}-count" class="count"></span>${search}</header>
    <div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody id="${id}"></tbody></table></div></section>`
}

const options = Object.entries(adminActions)
  .map(([method, { words }]) => `<option value="${method}">${words}</option>`)
  .join('')

export const adminPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Relay</title>
<style>${adminStyle}</style>
</head>
<body>
<form id="login" class="card" hidden>
  <div>${mark}<h1>Relay</h1></div>
  <p>For operators of this relay. The password is the setting RELAY_ADMIN_PASSWORD.</p>
  <label>Password <input id="password" type="password" autocomplete="current-password" required></label>
  <button>Log in</button>
  <p id="login-message" role="alert"></p>
</form>
<div id="page" hidden>
  <div id="top"><div>${mark}<h1>Relay</h1><span id="node"></span><span class="end"><span id="status" class="pill good" role="status">Live</span><button id="logout" class="plain">Log out</button></span></div></div>
  <main>
    <section id="figures" class="figures" aria-label="Figures"></section>
    <section class="charts">
      ${chart('published', 'Published per second')}
      ${chart('delivered', 'Delivered per second')}
      ${chart('clients', 'Connections')}
    </section>
    <section id="troubles" class="card troubles" aria-label="Troubles since the start"></section>
    <div id="origins-card" hidden>${tableCard('origins', 'Refused origins', ['Origin', '#Times', 'Last'])}
      <p class="hint">Pages of these origins tried to connect and were refused. If one is yours, add it to RELAY_ALLOWED_ORIGINS.</p></div>
    ${tableCard('nodes', 'Nodes', ['Name', 'Version', '#Connections', '#Users', '#Channels', '#Subscriptions', 'Up'])}
    <p id="nodes-hint" class="hint" hidden>Figures, charts and tables on this page are of the first node, which answers you. Actions reach all of them.</p>
    ${tableCard('channels', 'Channels', ['Channel', '#Subscribers', ''], 'Find a channel')}
    ${tableCard('connections', 'Connections', ['User', 'Client', 'Transport', 'Connected', '#Queued', 'Channels', ''], 'Find a user or channel')}
    <section class="card"><header><h2>Actions</h2></header>
      <form id="action">
        <label>Action <select id="method">${options}</select></label>
        <label id="channel-label" class="mono">Channel <input id="channel" placeholder="floor:1" autocomplete="off" spellcheck="false"></label>
        <label id="channels-label" class="mono" hidden>Channels <input id="channels-list" placeholder="floor:1 floor:2" autocomplete="off" spellcheck="false"></label>
        <label id="user-label" hidden>User <input id="user" autocomplete="off" spellcheck="false"></label>
        <label id="data-label" class="wide">Data (JSON) <textarea id="data" rows="3" spellcheck="false">{}</textarea></label>
        <button>Run</button>
      </form>
      <div id="answer" aria-live="polite" hidden><span id="answer-status" class="pill"></span><pre id="answer-text"></pre></div></section>
  </main>
</div>
<script>${script}</script>
</body>
</html>
`
