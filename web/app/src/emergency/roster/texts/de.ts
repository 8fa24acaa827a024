// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Alle Gebäude',
  anotherBuilding: 'Ein anderes Gebäude',
  asOf: 'Stand {age}.',
  building: 'Gebäude',
  callName: '{name} anrufen',
  findBy: 'Nach Name, Nummer oder Abteilung suchen',
  kept: 'Auf diesem Gerät für die Zeit ohne Netz aufbewahrt, solange Sie angemeldet sind.',
  lastSeen: 'Zuletzt gesehen',
  matchesNobody: 'Niemand passt zu „{text}“.',
  name: 'Name',
  nobodySeen: 'In den letzten 15 Minuten wurde niemand gesehen, und kein Besucher ist angemeldet.',
  nothingKept: '{problem} Auf diesem Gerät ist nichts aufbewahrt.',
  onSite: '{people} am Standort',
  paperAbout: '{where}. {people}, Stand {time}',
  phone: 'Telefon',
  print: 'Drucken',
  printedBy: 'Gedruckt von {name}',
  signedIn: 'Angemeldet',
  specialNeeds: 'Besonderer Bedarf',
  title: 'Anwesenheitsliste: wer am Standort ist',
  tryNow: 'Jetzt versuchen',
  unread: 'Die Anwesenheitsliste ist gerade nicht abrufbar',
  visits: 'besucht',
  wasOnSite: '{problem} So war es am Standort um {age}.',
} satisfies Same<typeof en>
