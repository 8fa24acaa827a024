// The look of the operators' page, in light and dark as the browser asks, from a phone to a wide screen. Colour means state.

export const adminStyle = `
:root { color-scheme: light dark; --back: #f5f6f8; --card: #fff; --raised: #fff; --text: #161b26; --soft: #5b6475; --faint: #8b93a3; --line: #e3e6ec; --field: #f8f9fb;
  --accent: #2f5bd8; --accent-soft: #e8eefc; --good: #16794c; --good-soft: #e2f4ea; --warn: #8a5a00; --warn-soft: #fdf1d8; --bad: #b42318; --bad-soft: #fdeae8; --shadow: 0 1px 2px rgb(16 24 40 / 6%); }
@media (prefers-color-scheme: dark) { :root { --back: #0e1117; --card: #161b23; --raised: #1d232e; --text: #e8ebf2; --soft: #a0a9b8; --faint: #737d8f; --line: #272e3a; --field: #10141b;
  --accent: #86a8ff; --accent-soft: #1e2a47; --good: #5fd39a; --good-soft: #12301f; --warn: #f0c063; --warn-soft: #33270c; --bad: #ff9186; --bad-soft: #3b1714; --shadow: none; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-font-smoothing: antialiased; }
h1, h2, p, figure { margin: 0; }
h1 { font-size: 17px; font-weight: 650; letter-spacing: -.01em; } h2 { font-size: 15px; font-weight: 600; }
.mark { width: 28px; height: 28px; flex: none; color: var(--accent); }

#top { position: sticky; top: 0; z-index: 2; background: var(--card); border-bottom: 1px solid var(--line); }
#top > div { max-width: 1240px; margin: 0 auto; padding: 10px 24px; display: flex; align-items: center; gap: 12px; min-height: 56px; }
#node { color: var(--soft); font-size: 13px; } #top .end { margin-left: auto; display: flex; align-items: center; gap: 16px; }
.pill { display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px; border-radius: 99px; font-size: 13px; font-weight: 500; white-space: nowrap; }
.pill::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
.pill.good { background: var(--good-soft); color: var(--good); } .pill.warn { background: var(--warn-soft); color: var(--warn); } .pill.bad { background: var(--bad-soft); color: var(--bad); }

main { max-width: 1240px; margin: 0 auto; padding: 24px; display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); min-width: 0; }
.card > header { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; padding: 14px 18px; border-bottom: 1px solid var(--line); }
.card > header .count { color: var(--soft); font-size: 13px; } .card > header input { margin-left: auto; width: 220px; }
.figures { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 12px; }
.figures > div { padding: 14px 18px; } .figures span { display: block; color: var(--soft); font-size: 13px; }
.figures b { display: block; font-size: 26px; line-height: 1.25; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.troubles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); } .troubles > div { padding: 12px 18px; } .troubles > div + div { border-left: 1px solid var(--line); }
.troubles b { font-size: 17px; font-weight: 600; font-variant-numeric: tabular-nums; margin-right: 8px; } .troubles span { color: var(--soft); font-size: 13px; }
.troubles .bad b { color: var(--bad); }

.charts { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; }
figure { padding: 14px 18px 10px; position: relative; }
figcaption { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; font-size: 13px; color: var(--soft); }
figcaption b { color: var(--text); font-size: 20px; font-weight: 600; font-variant-numeric: tabular-nums; }
svg.chart { display: block; width: 100%; height: 96px; margin-top: 8px; overflow: visible; touch-action: none; }
.chart .grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; } .chart .area { fill: var(--accent); opacity: .12; }
.chart .line { fill: none; stroke: var(--accent); stroke-width: 1.75; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.chart .here { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 3 3; vector-effect: non-scaling-stroke; }
.axis { display: flex; justify-content: space-between; color: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums; margin-top: 4px; }

.scroll { max-height: 420px; overflow: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { position: sticky; top: 0; background: var(--card); text-align: left; color: var(--soft); font-weight: 500; font-size: 13px; white-space: nowrap; }
th, td { padding: 8px 18px; border-bottom: 1px solid var(--line); vertical-align: middle; overflow-wrap: anywhere; } tbody tr:last-child td { border-bottom: 0; } tbody tr:hover td { background: var(--field); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } td.mono, pre, textarea, .mono input { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 13px; }
td.soft { color: var(--soft); } td.slow { color: var(--warn); font-weight: 600; } td.empty { color: var(--soft); text-align: center; padding: 28px 18px; } td.do { text-align: right; white-space: nowrap; }
.hint { color: var(--soft); font-size: 13px; padding: 12px 18px 4px; }

button { font: inherit; font-weight: 500; padding: 8px 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--card); cursor: pointer; }
button:hover { filter: brightness(1.08); } button.plain { background: var(--raised); color: var(--text); border-color: var(--line); padding: 3px 10px; font-size: 13px; }
button.plain:hover { background: var(--accent-soft); filter: none; } button.plain.risky { color: var(--bad); } button.plain.risky:hover { background: var(--bad-soft); } button + button { margin-left: 6px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input, select, textarea { font: inherit; width: 100%; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--field); color: var(--text); } .card > header input { padding: 5px 10px; font-size: 14px; }
label { display: grid; gap: 4px; color: var(--soft); font-size: 13px; }
#action { display: grid; grid-template-columns: 250px minmax(0, 1fr); gap: 14px; padding: 16px 18px; } #action .wide { grid-column: 1 / -1; } #action button { justify-self: start; }
#answer { border-top: 1px solid var(--line); padding: 14px 18px; display: grid; gap: 8px; } #answer .pill { justify-self: start; } #answer pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow-y: auto; background: var(--field); border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
#login { width: min(360px, calc(100vw - 32px)); margin: 16vh auto; padding: 28px; display: grid; gap: 16px; } #login div { display: flex; gap: 12px; align-items: center; } #login p { color: var(--soft); font-size: 13px; } #login #login-message { color: var(--bad); min-height: 1.5em; }

@media (max-width: 900px) { .charts { grid-template-columns: minmax(0, 1fr); } .troubles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .troubles > div { border-left: 0 !important; } }
@media (max-width: 640px) {
  #top > div { padding: 8px 16px; } #node { display: none; } main { padding: 16px; gap: 14px; } .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px; } .figures b { font-size: 22px; }
  .card > header input { margin-left: 0; width: 100%; } #action { grid-template-columns: minmax(0, 1fr); } input, select, textarea { min-height: 44px; font-size: 16px !important; } button { min-height: 44px; } button.plain { padding: 6px 14px; }
  thead { display: none; } tbody tr { display: block; padding: 10px 18px; border-bottom: 1px solid var(--line); } tbody td { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; border: 0; text-align: right; }
  tbody td[data-label]::before { content: attr(data-label); color: var(--soft); flex: none; font: 14px system-ui, sans-serif; } tbody td.do { justify-content: flex-end; padding-top: 6px; } tbody td.empty { justify-content: center; }
}
`
