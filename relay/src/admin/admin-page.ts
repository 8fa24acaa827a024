// The operators' page in one answer: no file on disk, no foreign host. The policy allows exactly its own style and script.
import { createHash } from 'node:crypto'
import { adminScript } from './admin-page-script.ts'
import { adminStyle } from './admin-page-style.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const adminPagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(adminScript)}`,
  `style-src ${hashOf(adminStyle)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
  <h1>Relay</h1>
  <label>Password <input id="password" type="password" autocomplete="current-password" required></label>
  <button>Log in</button>
  <p id="login-message" role="alert"></p>
</form>
<main id="page" hidden>
  <header><h1>Relay</h1><span id="node"></span><span id="status" role="status"></span><button id="logout" class="quiet">Log out</button></header>
  <section id="figures" class="figures" aria-label="Figures"></section>
  <section class="charts">
    <figure class="card"><figcaption>Published per second <b id="published-now"></b></figcaption><svg id="published" viewBox="0 0 240 60" preserveAspectRatio="none" role="img" aria-label="Published per second"></svg></figure>
    <figure class="card"><figcaption>Delivered per second <b id="delivered-now"></b></figcaption><svg id="delivered" viewBox="0 0 240 60" preserveAspectRatio="none" role="img" aria-label="Delivered per second"></svg></figure>
    <figure class="card"><figcaption>Connections <b id="clients-now"></b></figcaption><svg id="clients" viewBox="0 0 240 60" preserveAspectRatio="none" role="img" aria-label="Connections"></svg></figure>
  </section>
  <section class="card" id="origins-card" hidden><h2>Refused origins</h2>
    <p class="hint">Pages of these origins tried to connect and were refused. If one is yours, add it to RELAY_ALLOWED_ORIGINS.</p>
    <table><thead><tr><th>Origin</th><th class="number">Times</th><th>Last</th></tr></thead><tbody id="origins"></tbody></table></section>
  <section class="card" id="nodes-card" hidden><h2>Nodes</h2>
    <p class="hint">Figures, charts and tables on this page are of the first node, which answers you. Actions reach all of them.</p>
    <table><thead><tr><th>Node</th><th>Version</th><th>Up</th><th class="number">Connections</th><th class="number">Users</th><th class="number">Channels</th><th class="number">Subscriptions</th></tr></thead><tbody id="nodes"></tbody></table></section>
  <section class="card"><h2>Channels</h2>
    <table><thead><tr><th>Channel</th><th class="number">Subscribers</th><th></th></tr></thead><tbody id="channels"></tbody></table></section>
  <section class="card"><h2>Connections</h2>
    <table><thead><tr><th>User</th><th>Client</th><th>Transport</th><th>Since</th><th class="number">Queued</th><th>Channels</th><th></th></tr></thead><tbody id="connections"></tbody></table></section>
  <section class="card"><h2>Actions</h2>
    <form id="action">
      <label>Action <select id="method"><option value="publish">publish</option><option value="history">history</option><option value="disconnect">disconnect</option></select></label>
      <label id="channel-label">Channel <input id="channel" autocomplete="off" spellcheck="false"></label>
      <label id="user-label" hidden>User <input id="user" autocomplete="off" spellcheck="false"></label>
      <label id="data-label" class="wide">Data (JSON) <textarea id="data" rows="3" spellcheck="false">{}</textarea></label>
      <button>Run</button>
    </form>
    <pre id="answer" aria-live="polite" hidden></pre></section>
</main>
<script>${adminScript}</script>
</body>
</html>
`
