// Settings of the simulator, read once from the environment and the command line; refuses with the whole list of mistakes.
import { z } from 'zod'

const Count = z.coerce.number().int().min(0)
const Share = z.coerce.number().min(0).max(1)

/** A week of more people takes minutes to walk and hundreds of megabytes to keep. */
export const mostWithPast = 300

/** Names as in the environment; the order is the order of docs/configuration.md. */
export const Settings = z.object({
  INGEST_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8200/ingest')
    .describe('Where readings are posted; the format is added to it.'),
  INGEST_KEY: z.string().describe('The same as the backend has.'),
  SIMULATOR_SPEED: z.coerce
    .number()
    .min(1)
    .max(60)
    .default(1)
    .describe('How fast people and their clock go, 1 to 60; the radio keeps real time.'),
  SIMULATOR_SEED: z.coerce
    .number()
    .int()
    .min(0)
    .max(4294967295)
    .default(7)
    .describe('The same seed gives the same people, walks and radio.'),
  SIMULATOR_CLOCK: z
    .string()
    .regex(/^(?:0[89]|1[0-7]):[0-5]\d$/, 'is no time from 08:00 to 17:59')
    .default('08:45')
    .describe(
      'Time of the simulated day at the start, whatever the real time is; at 18:30 it is 08:00 of the next day.',
    ),
  SIMULATOR_EMPLOYEES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      `Instead of the demo's own, for load tests; the site file must be printed with the same number. More than ${mostWithPast} have no past, and their floors are not surveyed.`,
    ),
  SIMULATOR_AMBIENT_DEVICES: Count.max(1000).default(25).describe('Devices around that nobody registered, on average.'),
  SIMULATOR_PHONES: Count.max(1000)
    .default(8)
    .describe('Employees whose phone can be enrolled; `npm run start:simulator -- --print-phones` lists the keys.'),
  SIMULATOR_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8200')
    .describe('Where the API answers; asked only when an account is given.'),
  SIMULATOR_EMAIL: z
    .string()
    .optional()
    .describe(
      'An account that may see emergencies: people walk out at an alarm or a drill and come back when it is over.',
    ),
  SIMULATOR_PASSWORD: z.string().optional().describe('Of that account; a wrong one is tried once.'),
  SIMULATOR_EVACUATE_AFTER: z.coerce
    .number()
    .min(0)
    .optional()
    .describe('Seconds after the start until everyone walks to the assembly points; absent: never.'),
  SIMULATOR_DEAD_RECEIVERS: Count.max(1000).default(0).describe('Fault: so many receivers hear nothing.'),
  SIMULATOR_FAILING_RECEIVERS: Count.max(1000)
    .default(1)
    .describe('Fault: so many receivers hear nothing from the second to the sixth minute of every hour.'),
  SIMULATOR_FLAT_BATTERIES: Count.max(10_000)
    .default(0)
    .describe('Fault: so many badges report their last percent and fall silent after three minutes.'),
  SIMULATOR_CLOCK_SKEW: z.coerce
    .number()
    .min(-86_400)
    .max(86_400)
    .default(0)
    .describe('Fault: seconds by which the clock of one receiver is ahead; behind when negative.'),
  SIMULATOR_BURST: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe('Fault: readings are held back for so many seconds and then sent at once.'),
  SIMULATOR_SILENCE: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe('Fault: nothing is sent for the first so many seconds of every minute.'),
  SIMULATOR_DUPLICATES: Share.default(0.01).describe('Fault: share of readings that are sent twice, 0 to 1.'),
  SIMULATOR_LATE: Share.default(0.005).describe('Fault: share of readings whose clock is 6 to 12 s behind, 0 to 1.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('debug, info, warn, error or silent.'),
})
export type Settings = z.infer<typeof Settings>

/** What only prints needs no key, for it talks to nobody. */
const SiteSettings = Settings.pick({ SIMULATOR_SEED: true, SIMULATOR_EMPLOYEES: true, SIMULATOR_PHONES: true })
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
