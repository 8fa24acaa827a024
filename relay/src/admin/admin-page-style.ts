// The look of the operators' page, in light and dark as the browser asks.

export const adminStyle = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #1c2330; --soft: #5d6778; --line: #dfe3ea; --accent: #2457c5; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --back: #12161d; --card: #1b212b; --text: #e6eaf1; --soft: #98a3b5; --line: #2d3644; --accent: #7fa6ff; --bad: #ff8a80; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 20px; display: grid; gap: 16px; }
header { display: flex; align-items: baseline; gap: 16px; flex-wrap: wrap; }
header #status { margin-left: auto; color: var(--bad); }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 16px; margin: 0 0 8px; }
#node, .hint { color: var(--soft); font-size: 13px; } .hint { margin: 0 0 8px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 0; overflow-x: auto; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.figures b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; } .figures span { color: var(--soft); font-size: 13px; }
.figures .bad b { color: var(--bad); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px; }
figcaption { display: flex; justify-content: space-between; color: var(--soft); font-size: 13px; }
figcaption b { color: var(--text); font-variant-numeric: tabular-nums; }
svg { width: 100%; height: 60px; display: block; margin-top: 8px; }
svg path { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; color: var(--soft); font-weight: 500; } th, td { padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; } .slow { color: var(--bad); } td.empty { color: var(--soft); }
button { font: inherit; padding: 6px 14px; border: 0; border-radius: 7px; background: var(--accent); color: var(--card); cursor: pointer; }
button.quiet { background: none; color: var(--accent); padding: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input, select, textarea { font: inherit; width: 100%; padding: 6px 8px; border: 1px solid var(--line); border-radius: 7px; background: var(--back); color: var(--text); }
textarea, pre { font: 13px/1.5 ui-monospace, monospace; }
label { display: grid; gap: 4px; color: var(--soft); font-size: 13px; }
#action { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px; align-items: end; } #action .wide { grid-column: 1 / -1; }
#action button { justify-self: start; } pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow-y: auto; }
#login { max-width: 340px; margin: 15vh auto; display: grid; gap: 14px; } #login-message { color: var(--bad); margin: 0; min-height: 1.5em; }
`
