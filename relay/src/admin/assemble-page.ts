// Puts the operators' page together from the files in `page/`: its style and its bundled script inside, so that one answer is the
// whole page, and a policy that allows exactly these two. Run as a macro: when `admin-page.ts` is loaded from the sources, or while
// the executable is compiled, which then needs none of the files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'page')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export function assemblePage(): { html: string; policy: string } {
  const [style, script] = [read('style.css'), bundle('page.ts')]
  const html = inline(
    inline(read('page.html'), '<link rel="stylesheet" href="style.css" />', `<style>${style}</style>`),
    '<script type="module" src="page.ts"></script>',
    `<script>${script}</script>`,
  )
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}

/** A macro may not call the bundler of its own process. */
function bundle(name: string): string {
  const flags = ['build', '--target=browser', '--format=iife', '--minify-whitespace']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(folder, name)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The script of the admin page cannot be bundled: ${stderr}`)
  return stdout
}

function inline(html: string, tag: string, content: string): string {
  if (!html.includes(tag)) throw new Error(`The admin page has no ${tag}.`)
  return html.replace(tag, () => content)
}
