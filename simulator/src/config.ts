// Settings of the simulator, read once from the environment and the command line; refuses with the whole list of mistakes.
import { z } from 'zod'

export const Settings = z.object({
  INGEST_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8200/ingest'),
  INGEST_KEY: z.string(),
  /** Walking speed of time; badges still advertise in real time. */
  SIMULATOR_SPEED: z.coerce.number().min(1).max(60).default(1),
  SIMULATOR_SEED: z.coerce.number().int().min(0).max(4294967295).default(7),
  /** More employees than the demo's own, for load tests; the site file must be printed with the same number. */
  SIMULATOR_EMPLOYEES: z.coerce.number().int().min(1).max(10_000).optional(),
  /** Seconds after the start until everyone walks to the assembly points; absent: never. */
  SIMULATOR_EVACUATE_AFTER: z.coerce.number().min(0).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})
export type Settings = z.infer<typeof Settings>

/** `--print-site` needs no key, for it talks to nobody. */
const SiteSettings = Settings.pick({ SIMULATOR_SEED: true, SIMULATOR_EMPLOYEES: true })
export type SiteSettings = z.infer<typeof SiteSettings>

export function readSettings(): Settings {
  return parse(Settings)
}

export function readSiteSettings(): SiteSettings {
  return parse(SiteSettings)
}

function parse<T extends z.ZodType>(schema: T): z.infer<T> {
  // An empty variable is an absent one: compose files and shells produce them.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  for (const issue of result.error.issues) process.stderr.write(`${sentence(issue, given)}\n`)
  process.exit(1)
}

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = issue.path.map(String).join('.')
  if (given[name] === undefined) return `${name} is missing.`
  return `${name} is not usable: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}.`
}
