// Where the project lies, and running a program in it with its output shown. Used by every command in scripts/.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from './say.mjs'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program to its end with its output shown; refuses when it fails.
 * @param {string} program @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet: output is kept and shown only on failure
 */
export async function run(program, args, options = {}) {
  const { code, output } = await outcome(program, args, options)
  if (code !== 0) throw new Refusal(`${output}${[program, ...args].join(' ')} failed (exit code ${code}).`)
  return output
}

/**
 * The same, but an exit code other than 0 is an answer, not a refusal.
 * @param {string} program @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string }} [options] cwd: another folder than the project's
 * @returns {Promise<{ code: number, output: string }>}
 */
export function outcome(program, args, { env = process.env, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The npm that runs us, or the one on the PATH. @returns {[string, string[]]} */
export function npm() {
  const cli = process.env['npm_execpath']
  return cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
}

/** A tool of node_modules/.bin, run by this very Node. @param {string} name */
export const tool = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url))
