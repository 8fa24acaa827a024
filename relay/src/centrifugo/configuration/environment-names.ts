// Centrifugo's environment variables (`CENTRIFUGO_CLIENT_ALLOWED_ORIGINS` …), which win over its configuration file: laid over
// the file's content before it is checked, so that both are refused with the same words. Called by `read-file.ts`.
import { z } from 'zod'
import { fitValue, isContent, unwrapped, words } from './fit-values.ts'

type Content = Record<string, unknown>

const start = 'CENTRIFUGO_'
/** Of our own scripts and tests: where a Centrifugo is, not how it is configured. */
const notItsOwn = new Set(['CENTRIFUGO_BIN', 'CENTRIFUGO_URL', 'CENTRIFUGO_API_KEY', 'CENTRIFUGO_HMAC_SECRET'])

export const isCentrifugoName = (name: string) => name.startsWith(start) && !notItsOwn.has(name)

const namespacesName = `${start}CHANNEL_NAMESPACES`

/** Changes `content`; answers the variables that mean nothing here. */
export function applyEnvironment(
  content: Content,
  environment: Readonly<Record<string, string>>,
  schema: z.ZodObject,
  namespaceSchema: z.ZodObject,
): string[] {
  const left = new Map(Object.entries(environment).filter(([name]) => isCentrifugoName(name)))
  const namespaces = namespacesOf(content, left)
  for (const namespace of namespaces) {
    const name = String(namespace['name']).toUpperCase().replaceAll(/[-.]/g, '_')
    applyVariables(namespace, left, namespaceSchema, `${namespacesName}_${name}`)
  }
  left.delete(namespacesName)
  applyVariables(content, left, schema, start.slice(0, -1))
  return [...left.keys()]
}

/** By a list of names or by a whole JSON array; new names are added to those of the file. */
function namespacesOf(content: Content, variables: ReadonlyMap<string, string>): Content[] {
  const text = variables.get(namespacesName)
  const channel = content['channel']
  const existing: unknown = isContent(channel) ? channel['namespaces'] : undefined
  const list = Array.isArray(existing) ? existing.filter(isContent) : []
  if (text === undefined) return list
  const given = text.startsWith('[') ? (JSON.parse(text) as unknown[]).filter(isContent) : namesIn(text, list)
  content['channel'] = { ...(isContent(channel) ? channel : {}), namespaces: given }
  return given
}

function namesIn(text: string, existing: Content[]): Content[] {
  const missing = words(text).filter((name) => !existing.some((one) => one['name'] === name))
  return [...existing, ...missing.map((name) => ({ name }))]
}

/** Takes out of `variables` what it uses. */
function applyVariables(content: Content, variables: Map<string, string>, schema: z.ZodObject, path: string): void {
  for (const [key, field] of Object.entries(schema.shape)) {
    const name = `${path}_${key.toUpperCase()}`
    const inner = unwrapped(field as z.ZodType)
    if (inner instanceof z.ZodObject) {
      if (![...variables.keys()].some((variable) => variable.startsWith(`${name}_`))) continue
      const section = isContent(content[key]) ? content[key] : {}
      content[key] = section
      applyVariables(section, variables, inner, name)
      continue
    }
    const text = variables.get(name)
    if (text === undefined) continue
    variables.delete(name)
    content[key] = fitValue(field as z.ZodType, text)
  }
}
