// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  actions: 'Aktionen',
  addAsset: 'Gerät anlegen',
  addBuilding: 'Gebäude anlegen',
  addDepartment: 'Abteilung anlegen',
  addPerson: 'Person anlegen',
  assets: 'Geräte',
  badges: 'Ausweise',
  expectAVisitor: 'Besuch ankündigen',
  findPeopleThingsPlaces: 'Personen, Dinge, Orte, Seiten oder Aktionen finden',
  guide: 'Anleitung',
  newAccount: 'Neues Konto',
  nothingMatches: 'Nichts passt.',
  openWallBoard: 'Wandtafel öffnen',
  pages: 'Seiten',
  people: 'Personen',
  peopleAssetsZonesBadges: 'Personen, Geräte, Bereiche, Ausweise, Empfänger, Seiten, Aktionen und die Anleitung',
  profile: 'Profil',
  receivers: 'Empfänger',
  registerBadge: 'Ausweis registrieren',
  registerReceiver: 'Empfänger registrieren',
  results: 'Ergebnisse',
  search: 'Suchen',
  startADrill: 'Übung starten',
  triggerAnEmergency: 'Notfall auslösen',
  typeTwoLettersOrMore: 'Geben Sie mindestens zwei Buchstaben ein.',
  useTheDarkTheme: 'Dunkles Design',
  useTheLightTheme: 'Helles Design',
  zones: 'Bereiche',
} satisfies Same<typeof en>
