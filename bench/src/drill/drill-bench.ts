// `npm run bench -- drill`: what wardens wait for in a drill of 2,000 people on a phone, from the trigger to the report, in a real
// browser. It is the system test of that drill, alone on the machine and with its limits asserted.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumProgram, plainEnvironment } from '../measuring/config.ts'
import { onNode, playwright, projectRoot } from '../measuring/programs.ts'
import { type Goal, measurement, printGoals, printJson, printTable } from '../measuring/report.ts'

const spec = 'drill-of-2000'

/** As the test wrote them down. */
type Figures = { readonly measured: Readonly<Record<string, number>>; readonly goals: readonly Goal[] }

await measurement(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-drill-'))
  try {
    const figuresFile = join(folder, 'figures.json')
    const code = await runTest(folder, figuresFile)
    const { measured, goals } = JSON.parse(readFileSync(figuresFile, 'utf8')) as Figures
    printTable(
      'A drill of 2,000 people on a phone',
      ['', 'measured'],
      Object.entries(measured).map(([says, value]) => [says, value]),
    )
    printGoals(goals)
    printJson(measured)
    if (code !== 0) throw new Error('the drill did not come to its end as it should')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A phone has a processor of its own. Here it shares two cores with the server, which it must not keep waiting: the browser has a third
 * of the server's claim where both want a core. */
function phoneBrowser(folder: string): string {
  const file = join(folder, 'phone-browser')
  writeFileSync(file, `#!/bin/sh\nexec nice -n 5 '${chromiumProgram}' "$@"\n`, { mode: 0o755 })
  return file
}

function runTest(folder: string, figuresFile: string): Promise<number> {
  const { program, args } = onNode(playwright, 'test', '-c', 'system-tests', spec)
  const env = {
    ...plainEnvironment,
    CHROMIUM: phoneBrowser(folder),
    DRILL_FIGURES: figuresFile,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json'),
  }
  const child = spawn(program, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
