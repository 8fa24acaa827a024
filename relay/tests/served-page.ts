// Whether the operators' page came whole: its style and script inside, and a policy that allows exactly these two. Used for a relay
// that runs from its sources and for the compiled one.
import { createHash } from 'node:crypto'

export async function pageProblems(response: Response): Promise<string[]> {
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const contents = { script: inside(html, 'script'), style: inside(html, 'style') }
  const problems = Object.entries(contents).flatMap(([name, text]) => {
    if (text.trim() === '') return [`there is no ${name}`]
    const hash = createHash('sha256').update(text).digest('base64')
    return policy.includes(`; ${name}-src 'sha256-${hash}'; `) ? [] : [`the policy does not allow its ${name}`]
  })
  if (!policy.startsWith("default-src 'none'; ")) problems.push('the policy allows more')
  if (/<(script|link)[^>]* (src|href)=/.test(html)) problems.push('something is loaded from elsewhere')
  return problems
}

/** What the only element of this name holds. */
function inside(html: string, name: string): string {
  const found = [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))]
  return found.length === 1 ? (found[0]?.[1] ?? '') : ''
}
