// What a change concerns, so that caches, watchers and pages know what to read again. Rows name theirs in `changes`.

export const topics = [
  /** Accounts, roles, passwords, sessions that were ended. */
  'accounts',
  /** Buildings, floors, plans, calibrations, zones, zone types. */
  'site',
  /** Receivers and their ingest keys. */
  'receivers',
  /** Badges, tags and phones, the keys of phones, and who carries what. */
  'transmitters',
  /** People of the register and their departments. */
  'people',
  'assets',
  /** Settings of the site and thresholds of batteries. */
  'settings',
  /** Emergencies, and who is accounted for. */
  'emergencies',
  'contacts',
  'alerts',
  'weather',
  /** Which of several backends makes the positions. */
  'ownership',
] as const
export type Topic = (typeof topics)[number]
