// Imports a site file and its accounts into an empty database, in one transaction (contracts/src/site.ts). Called by admin.ts.
import type { Site } from '@rollcall/contracts/site'
import { systemOrigin } from './audit/audit-entry.ts'
import { writeAudit } from './audit/write-audit.ts'
import type { Passwords } from './auth/passwords.ts'
import { announceChange, type Change } from './changes/change-queries.ts'
import type { Database, DatabaseTransaction } from './database/schema.ts'
import { readSettings, saveSettings } from './domains/settings/settings-queries.ts'
import { sanitiseSvg } from './files/sanitise-svg.ts'
import type { FileStore } from './files/file-store.ts'
import { insertPast } from './past-import-queries.ts'
import {
  insertAccounts,
  insertCarriers,
  insertSiteParts,
  type Account,
  type Keys,
  type Plans,
} from './site-import-queries.ts'
import { fitSurveys, insertSurveys } from './survey-import.ts'

export type AccountFile = readonly { role: Account['role']; email: string; displayName: string; password: string }[]

type Needs = { db: Database; files: FileStore; passwords: Passwords }

export async function importSite({ db, files, passwords }: Needs, site: Site, accounts: AccountFile): Promise<void> {
  const [surveys, hashed] = await Promise.all([fitSurveys(db, site), hashedOf(passwords, accounts)])
  const plans = await savePlans(files, site)
  // Only administrators calibrate.
  const surveyor = accounts.find(({ role }) => role === 'admin')?.displayName ?? null
  try {
    await db.transaction().execute(async (tx) => {
      const keys = await importAll(tx, site, hashed, plans)
      await insertSurveys(tx, surveys, keys, surveyor)
    })
  } catch (error) {
    for (const { planFile } of plans.values()) await files.remove(planFile)
    throw error
  }
}

/** For a site that begins with nothing. */
export async function importAccounts({ db, passwords }: Omit<Needs, 'files'>, accounts: AccountFile): Promise<void> {
  const hashed = await hashedOf(passwords, accounts)
  await db.transaction().execute(async (tx) => {
    await insertAccounts(tx, hashed)
    await announceChange(tx, { topics: ['accounts'], row: 'admin.seed', entityId: null, from: null })
    const after = { accounts: hashed.length }
    await writeAudit(tx, systemOrigin, [{ action: 'admin.seed', resource: 'users', entityId: null, after }])
  })
}

async function hashedOf(passwords: Passwords, accounts: AccountFile): Promise<Account[]> {
  const hashed: Account[] = []
  for (const { password, ...account } of accounts)
    hashed.push({ ...account, passwordHash: await passwords.hash(password) })
  return hashed
}

async function savePlans(files: FileStore, site: Site): Promise<Plans> {
  const plans = new Map<string, { planFile: string; planBytes: number }>()
  for (const floor of site.floors) {
    const svg = sanitiseSvg(floor.planSvg)
    if (svg === null) throw new Error(`The plan of ${floor.name} is not an SVG picture.`)
    const bytes = new TextEncoder().encode(svg)
    plans.set(floor.key, { planFile: await files.save('plans', bytes), planBytes: bytes.length })
  }
  return plans
}

const importedTopics: Change['topics'] = [
  'site',
  'receivers',
  'transmitters',
  'people',
  'assets',
  'accounts',
  'settings',
]

async function importAll(tx: DatabaseTransaction, site: Site, accounts: Account[], plans: Plans): Promise<Keys> {
  const keys: Keys = await insertSiteParts(tx, site, plans)
  await insertCarriers(tx, site, keys)
  if (site.past) await insertPast(tx, site, site.past, keys)
  await insertAccounts(tx, accounts)
  if (site.organisation !== null) {
    const { general } = await readSettings(tx)
    await saveSettings(tx, 'general', { ...general, organisation: site.organisation })
  }
  const counts = { floors: site.floors.length, receivers: site.receivers.length, people: site.people.length }
  await announceChange(tx, { topics: importedTopics, row: 'admin.seed', entityId: keys.building, from: null })
  await writeAudit(tx, systemOrigin, [
    { action: 'admin.seed', resource: 'buildings', entityId: keys.building, after: counts },
  ])
  return keys
}
