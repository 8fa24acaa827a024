// Which areas lead outside, by their names in four languages: for the roster of an emergency and for alerts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSiteFacts } from '../src/domains/emergency/evidence-queries.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aFloor, aZone, aZoneType } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const english = ['Exit B', 'Main entrance', 'North gate', 'Lobby', 'Reception', 'Car park']
const german = ['Notausgang 2', 'Haupteingang', 'AUSGANG', 'Tor 3', 'Werkstor', 'Empfang', 'Pforte', 'Tiefgarage']
const spanish = ['Salida de emergencia', 'Entrada principal', 'Vestíbulo', 'Recepción', 'Aparcamiento']
const french = ['Sortie de secours', 'ENTRÉE nord', 'Entree sud', 'Accueil', 'Réception', 'Portail', 'Issue de secours']
const waysOut = [...english, ...german, ...spanish, ...french]
const rooms = [
  'Office 4',
  'Labor',
  'Direktor',
  'Monitoring',
  'Durchgang',
  'Empfänger',
  'Accesorios',
  'Sala 2',
  'Bureau',
  'Atelier',
]

it('knows a way out by its name, in four languages', async () => {
  const { id: floorId } = await aFloor(admin)
  const { id: zoneTypeId } = await aZoneType(admin, { name: 'Area' })
  for (const name of [...waysOut, ...rooms]) await aZone(admin, { floorId, zoneTypeId, name })
  const { zones } = await readSiteFacts(backend.db, randomUUID(), [floorId])
  const found = zones.filter(({ leadsOutside }) => leadsOutside).map(({ name }) => name)
  expect(found.toSorted()).toEqual(waysOut.toSorted())
})

it('knows a way out by the name of its type', async () => {
  const { id: floorId } = await aFloor(admin)
  const { id: zoneTypeId } = await aZoneType(admin, { name: 'Ausgänge und Eingänge' })
  await aZone(admin, { floorId, zoneTypeId, name: 'Süd 1' })
  const { zones } = await readSiteFacts(backend.db, randomUUID(), [floorId])
  expect(zones).toMatchObject([{ name: 'Süd 1', leadsOutside: true }])
})
