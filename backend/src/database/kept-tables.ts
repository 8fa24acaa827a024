// How long the rows of every table are kept: by a setting of the site, for some days, with another table, or as long as people leave them
// there. Read by retention-queries.ts, which forgets, and by the page of settings, which says it; no table may be missing (tests/retention.test.ts).
import { sql, type RawBuilder } from 'kysely'
import type { GeneralSettings } from '@rollcall/contracts/domains/settings'

/** Of a floor: half a day in which one badge after the other rests there. A calibration of more takes longer and is no better. */
export const mostRests = 5000

export type RetentionSetting = keyof GeneralSettings['retentionDays']

export type KeptTable = {
  /** What lies in it. */
  readonly holds: string
  /** A setting, or a number of days; absent: as long as the rest of the site. */
  readonly days?: RetentionSetting | number
  /** Which rows are to go, `before` being so many days ago; absent: they go with those of another table, or are forgotten by its own work. */
  readonly old?: (before: Date) => RawBuilder<unknown>
}

const site = (holds: string): KeptTable => ({ holds })
const olderThan = (column: string) => (before: Date) => sql`${sql.ref(column)} < ${before}`
const forDays = (days: KeptTable['days'] & {}, holds: string, old?: KeptTable['old']): KeptTable =>
  old ? { holds, days, old } : { holds, days }
const asLongAsEmergencies = (holds: string) => forDays('emergencies', holds)

export const keptTables: Readonly<Record<string, KeptTable>> = {
  // Whole days are dropped (partition-queries.ts).
  position_history: forDays('positions', 'Where badges were'),
  transmitter_carriers: forDays('positions', 'Who carried which badge', olderThan('until_at')),
  floor_minutes: forDays('positions', 'How many badges were on a floor', olderThan('minute')),
  floor_heat: forDays('positions', 'Where people spent their time', olderThan('hour')),
  counted_minutes: forDays('positions', 'What of it is counted already', olderThan('minute')),
  // The newest of a floor are as many as its calibration takes (positioning/rest-queries.ts); what is older than two weeks is of another time.
  floor_rests: forDays(
    'positions',
    'What receivers heard of badges at rest, two weeks at most',
    (before) => sql`ended_at < ${before} OR ended_at < now() - interval '14 days' OR id IN (
      SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY floor_id ORDER BY ended_at DESC) AS n FROM floor_rests) AS r
      WHERE n > ${mostRests})`,
  ),
  // They say where people were, as positions do. Of the past the newest stay, whatever the settings let through.
  alerts: forDays(
    'positions',
    'Alerts that are over',
    (before) => sql`cleared_at < ${before} OR cleared_at <= (
      SELECT cleared_at FROM alerts WHERE cleared_at IS NOT NULL ORDER BY cleared_at DESC OFFSET 100000 LIMIT 1)`,
  ),
  ambient_devices: forDays('ambient', 'Devices that nobody registered', olderThan('at')),
  battery_history: forDays('batteries', 'What batteries reported', olderThan('at')),
  asset_history: forDays('assets', 'Moves and changes of assets', olderThan('at')),
  // An open one stays, whatever its age.
  visits: forDays(
    'visits',
    'Visits that ended, or never began',
    (before) =>
      sql`(left_at IS NOT NULL OR arrived_at IS NULL) AND coalesce(left_at, expected_at, created_at) < ${before}`,
  ),
  // From the beginning of its chain (audit-retention.ts).
  audit_log: forDays('audit', 'Who changed what'),
  // With everything below, and a line in the audit log (emergency-retention.ts).
  emergencies: asLongAsEmergencies('Emergencies and drills that are over'),
  emergency_answers: asLongAsEmergencies('Who answered a call'),
  emergency_buildings: asLongAsEmergencies('The buildings of an emergency'),
  emergency_counts: asLongAsEmergencies('How many were accounted for'),
  emergency_muster_points: asLongAsEmergencies('The muster points of an emergency'),
  emergency_reviews: asLongAsEmergencies('What was learned'),
  emergency_roster: asLongAsEmergencies('Who was in an emergency, and how it ended for them'),
  emergency_sweeps: asLongAsEmergencies('Which areas were searched'),
  emergency_timeline: asLongAsEmergencies('What happened when'),
  muster_link_sends: asLongAsEmergencies('To whom a personal link was sent'),
  push_messages: asLongAsEmergencies('Notes on phones about an emergency'),
  planned_drills: forDays('emergencies', 'Planned drills of the past', olderThan('planned_at')),
  // Those about an emergency belong to its report and go with it.
  emergency_notifications: forDays(
    30,
    'Messages about alerts and weather',
    (before) => sql`emergency_id IS NULL AND at < ${before}`,
  ),
  notification_outbox: forDays(
    30,
    'Messages about alerts and weather that were sent',
    (before) => sql`emergency_id IS NULL AND state <> 'waiting' AND at < ${before}`,
  ),
  emergency_keys: forDays(1, 'Names of triggers, so that one sent twice is one', olderThan('used_at')),
  muster_links: forDays(30, 'Personal links, after they expired', olderThan('expires_at')),
  contact_links: forDays(0, 'Links to answer a call, after they expired', olderThan('expires_at')),
  // What a contact answered last stands with the contact.
  contact_tests: forDays(400, 'Tests of contacts', olderThan('requested_at')),
  // As long as one can be undone (imports/undo-import.ts).
  imports: forDays(1, 'Lists that were imported', olderThan('at')),
  import_rows: forDays(1, 'What they changed, so that it can be undone'),
  // The page shows 24 hours; one more day serves whoever looks a little late.
  activity: forDays(2, 'What happened: arrivals, departures, receivers', olderThan('at')),
  // A year can be looked at, and some weeks more serve whoever compares two years.
  occupancy: forDays(
    400,
    'People on site by the hour; of the last two days also by the quarter',
    (before) => sql`at < ${before} OR (minutes = 15 AND at < ${before}::timestamptz + interval '398 days')`,
  ),
  readiness_history: forDays(400, 'How ready the site was', olderThan('at')),
  heard_receivers: forDays(7, 'Receivers heard but not registered', olderThan('last_seen_at')),
  weather_reactions: forDays(90, 'Weather warnings that were acted upon', olderThan('at')),
  // The newest stays, so that the next one has another number; those that were in use stay, too.
  floor_calibrations: forDays(
    90,
    'Proposed calibrations that were never used',
    (before) => sql`activated_at IS NULL AND created_at < ${before} AND EXISTS (SELECT 1 FROM floor_calibrations n
      WHERE n.floor_id = floor_calibrations.floor_id AND n.version > floor_calibrations.version)`,
  ),
  phone_beacon_tokens: forDays(30, 'Links to enrol a phone, after they expired', olderThan('expires_at')),
  revoked_tokens: forDays(0, 'Sessions that were ended early, until they would have ended', olderThan('expires_at')),
  sessions: forDays(0, 'Sessions, until they end', olderThan('expires_at')),
  unknown_sign_ins: forDays(0, 'Failed sign-ins of unknown accounts', olderThan('until_at')),
  password_links: forDays(0, 'Links to choose a new password, after they expired', olderThan('expires_at')),
  password_requests: forDays(1, 'Addresses for which a new password was asked for', olderThan('at')),
  // A day more than they count, whatever the clocks of several machines say.
  used_challenges: forDays(1, 'Answers of passkeys that were used', olderThan('expires_at')),
  // At every exchange, after ten minutes (exchange-queries.ts).
  exchange_nonces: forDays(0, 'Proofs of the identity provider that were used'),

  buildings: site('Buildings'),
  floors: site('Floors'),
  floor_rest_runs: site('When a calibration was last worked out from badges at rest'),
  floor_path_loss: site('What floors have taught about their walls'),
  floor_walls: site('Walls and doors'),
  zones: site('Zones'),
  zone_types: site('Zone types'),
  receivers: site('Receivers'),
  transmitters: site('Badges'),
  positions_current: site('Where each badge is'),
  people: site('People'),
  departments: site('Departments'),
  assets: site('Assets'),
  asset_places: site('Where each asset was last'),
  wardens: site('Wardens'),
  warden_people: site('Who is a warden'),
  emergency_contacts: site('Emergency contacts'),
  scenario_instructions: site('Instructions by scenario'),
  users: site('Accounts'),
  saved_views: site('Views of lists that accounts saved'),
  second_factors: site('Second factors of accounts'),
  passkeys: site('Passkeys of accounts'),
  recovery_codes: site('Recovery codes, as hashes'),
  user_buildings: site('Which buildings a limited account sees'),
  roles: site('Roles'),
  role_permissions: site('What roles may'),
  kiosks: site('Reception tablets'),
  irk_records: site('Keys of enrolled phones'),
  push_subscriptions: site('Browsers that want notes'),
  push_keys: site('The key of those notes'),
  // What nothing shows any more goes after a day (file-queries.ts).
  stored_files: site('Plans and photos'),
  settings: site('Settings'),
  battery_thresholds: site('Limits of batteries'),
  weather_settings: site('Settings of the weather'),
  weather_answers: site('The last weather of each building'),
  weather_places: site('Where the weather is asked for'),
  alert_watch: site('When alerts were looked for'),
  audit_head: site('The end of the audit chain'),
  audit_tail: site('Where the audit chain begins'),
  leases: site('Which backends make the positions'),
  reading_positions: site('How far readings were read'),
  write_checks: site('Whether the database can be written'),
  applied_migrations: site('Which version the database has'),
}
