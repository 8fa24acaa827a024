// What an account that is limited to buildings sees: a schema with a view of every table, under the table's own name. Its requests run
// with this schema instead of the tables (connect.ts), so that every query, whoever wrote it, is limited; a table without a line here
// does not exist for them. Made anew by migrate.ts. Why so: docs/decisions/0051-accounts-limited-to-buildings.md.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export const limitedSchema = 'by_building'

/** Unset, these end the statement: nothing is shown by mistake. */
const mine = `ANY (current_setting('rollcall.buildings')::uuid[])`
const me = `current_setting('rollcall.user')::uuid`
const my = (table: string, column = 'id') => `ANY (ARRAY(SELECT ${column} FROM ${limitedSchema}.${table}))`
const myBuilding = `building_id = ${mine}`
const myFloor = `floor_id = ${my('floors')}`
const ofMyEmergency = (table: string, column = 'emergency_id') => `EXISTS (
  SELECT FROM public.emergency_buildings eb WHERE eb.emergency_id = ${table}.${column} AND eb.building_id = ${mine})`
const unlessElsewhere = (column: string, shown: string) => `(${column} IS NULL OR ${column} = ${shown})`

/** The whole table: it belongs to the organisation, not to a building. */
const whole = 'true'
/** Written, never read. */
const unseen = 'unseen'

type Rule = string | { readonly as: string }

/**
 * By table, in an order in which each names only those before it. A condition holds for reading, changing and adding. Who is in the
 * register, and which badge they carry, is known everywhere; where they are is not.
 */
export const buildingViews: Readonly<Record<string, Rule>> = {
  buildings: `id = ${mine}`,
  floors: myBuilding,
  zone_types: whole,
  zones: myFloor,
  receivers: myBuilding,
  heard_receivers: `receiver_id = ${my('receivers', 'receiver_id')}`,
  floor_calibrations: myFloor,
  counted_minutes: myFloor,
  floor_heat: myFloor,
  floor_minutes: myFloor,
  floor_path_loss: myFloor,
  floor_rests: myFloor,
  floor_rest_runs: myFloor,
  floor_walls: myFloor,
  positions_current: myBuilding,
  position_history: myFloor,
  ambient_devices: `receiver_id = ${my('receivers', 'receiver_id')}`,
  activity: `(${myFloor} OR (floor_id IS NULL AND receiver_id = ${my('receivers', 'receiver_id')}))`,
  /** Of these buildings together, as if there were no others; of several, the most is what each had at most. */
  occupancy: {
    as: `SELECT NULL::uuid AS building_id, minutes, at, sum(most)::int AS most, sum(mean) AS mean, max(counts) AS counts
      FROM public.occupancy WHERE ${myBuilding} GROUP BY minutes, at`,
  },
  people: whole,
  departments: whole,
  transmitters: whole,
  carriers: whole,
  transmitter_carriers: whole,
  battery_history: whole,
  battery_thresholds: whole,
  irk_records: whole,
  phone_beacon_tokens: whole,
  assets: unlessElsewhere('home_zone_id', my('zones')),
  /** Places are told as text, which does not say in which building. */
  asset_history: `asset_id = ${my('assets')} AND type NOT IN ('moved', 'seen')`,
  /** One's own. */
  imports: `actor_id = ${me}`,
  import_rows: `import_id = ${my('imports')}`,
  visits: myBuilding,
  kiosks: myBuilding,
  emergencies: ofMyEmergency('emergencies', 'id'),
  emergency_buildings: myBuilding,
  emergency_muster_points: `${ofMyEmergency('emergency_muster_points')} AND zone_id = ${my('zones')}`,
  /** Of an emergency that goes beyond these buildings: who is in them, and who is nowhere known, lest nobody looks for them. */
  emergency_roster: `${ofMyEmergency('emergency_roster')} AND (building_id IS NULL OR ${myBuilding} OR NOT EXISTS (
    SELECT FROM public.emergency_buildings eb WHERE eb.emergency_id = emergency_roster.emergency_id AND NOT eb.building_id = ${mine}))`,
  emergency_counts: {
    as: `SELECT emergency_id, status, count(*)::int AS people FROM ${limitedSchema}.emergency_roster GROUP BY 1, 2`,
  },
  emergency_timeline: `${ofMyEmergency('emergency_timeline')} AND (person_id IS NULL OR EXISTS (
    SELECT FROM ${limitedSchema}.emergency_roster r
    WHERE r.emergency_id = emergency_timeline.emergency_id AND r.person_id = emergency_timeline.person_id))`,
  emergency_answers: ofMyEmergency('emergency_answers'),
  emergency_notifications: ofMyEmergency('emergency_notifications'),
  emergency_reviews: ofMyEmergency('emergency_reviews', 'id'),
  emergency_sweeps: `${ofMyEmergency('emergency_sweeps')} AND ${myFloor}`,
  emergency_contacts: `(building_ids = '{}' OR building_ids && current_setting('rollcall.buildings')::uuid[])`,
  contact_tests: whole,
  muster_links: ofMyEmergency('muster_links'),
  muster_link_sends: `${ofMyEmergency('muster_link_sends')} AND EXISTS (SELECT FROM ${limitedSchema}.emergency_roster r
    WHERE r.emergency_id = muster_link_sends.emergency_id AND r.person_id = muster_link_sends.person_id)`,
  notification_outbox: ofMyEmergency('notification_outbox'),
  planned_drills: myBuilding,
  scenario_instructions: whole,
  wardens: myBuilding,
  warden_people: `warden_id = ${my('wardens')}`,
  alerts: ['floor_id', 'zone_id', 'receiver_id']
    .map((column) => unlessElsewhere(column, my(`${column.slice(0, -3)}s`)))
    .concat(`(emergency_id IS NULL OR ${ofMyEmergency('alerts')})`)
    .join(' AND '),
  readiness_history: `place = ANY (current_setting('rollcall.buildings')::text[])`,
  weather_answers: myBuilding,
  weather_places: myBuilding,
  weather_reactions: myBuilding,
  weather_settings: whole,
  settings: whole,
  users: `id = ${me}`,
  user_buildings: `user_id = ${me}`,
  saved_views: `user_id = ${me}`,
  applied_migrations: whole,
  audit_head: whole,
  audit_log: unseen,
}

/** Tables of the machinery, which no request of an account reads or writes over its own connections. */
export const tablesWithoutView: readonly string[] = [
  'alert_watch',
  'asset_places',
  'audit_tail',
  'contact_links',
  'emergency_keys',
  'exchange_nonces',
  'leases',
  'passkeys',
  'password_links',
  'password_requests',
  'push_keys',
  'push_messages',
  'push_subscriptions',
  'reading_positions',
  'recovery_codes',
  'revoked_tokens',
  'role_permissions',
  'roles',
  'second_factors',
  'sessions',
  'stored_files',
  'unknown_sign_ins',
  'used_challenges',
  'write_checks',
]

const statements = Object.entries(buildingViews).map(([table, rule]) => {
  const view = `CREATE VIEW ${limitedSchema}.${table}`
  if (typeof rule !== 'string') return `${view} AS ${rule.as}`
  if (rule === unseen) return `${view} AS SELECT * FROM public.${table} WHERE false`
  if (rule === whole) return `${view} AS SELECT * FROM public.${table}`
  return `${view} AS SELECT * FROM public.${table} WHERE ${rule} WITH CASCADED CHECK OPTION`
})

/** Before tables are changed: a column that a view shows could not be. */
export async function dropBuildingViews(db: Database): Promise<void> {
  await sql.raw(`DROP SCHEMA IF EXISTS ${limitedSchema} CASCADE`).execute(db)
}

const wanted = createHash('sha256').update(statements.join(';')).digest('hex')

/** Any number, the same in every process. */
const viewLock = 7_265_552

/**
 * Only where they are not as this version wants them; of several backends that start at once one makes them. A database user who may not
 * create a schema goes without: limited accounts see nothing then.
 */
export async function ensureBuildingViews(db: Database): Promise<void> {
  if (await areMade(db)) return
  try {
    await db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${viewLock})`.execute(tx)
      if (await areMade(tx)) return
      await dropBuildingViews(tx)
      await sql.raw(`CREATE SCHEMA ${limitedSchema}`).execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      await sql.raw(`COMMENT ON SCHEMA ${limitedSchema} IS '${wanted}'`).execute(tx)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== notPermitted) throw error
  }
}

const notPermitted = '42501'

async function areMade(db: Database): Promise<boolean> {
  const { rows } = await sql<{ made: string | null }>`
    SELECT obj_description(oid, 'pg_namespace') AS made FROM pg_namespace WHERE nspname = ${limitedSchema}`.execute(db)
  return rows[0]?.made === wanted
}
