// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Alle Gebäude',
  canaryTook: 'Ein Testausweis brauchte {time} vom Empfänger zur Seite.',
  collapse: 'Einklappen',
  floor: 'Etage',
  help: 'Hilfe',
  home: 'Rollcall, Übersicht',
  lastUpdate: 'Zuletzt aktualisiert {time}.',
  linkOld: 'Der Link ist vielleicht veraltet, oder ein Zeichen fehlt.',
  more: 'Mehr',
  noAccess: 'Ihre Rolle hat keinen Zugriff auf {page}',
  noAccessHere: 'Ihre Rolle hat keinen Zugriff auf diese Seite',
  noFloor: 'Keine Etage',
  noNetwork: 'Kein Netz',
  noNetworkDetail: 'Dieses Gerät hat kein Netz. Sie sehen den zuletzt bekannten Stand.',
  noPage: 'Unter dieser Adresse gibt es keine Seite',
  pages: 'Seiten',
  profileOf: 'Profil von',
  showNames: 'Seitennamen anzeigen',
  signOut: 'Abmelden',
  signedInAs: 'Sie sind als {name} angemeldet. Was Ihre Rolle sehen darf, kann die Verwaltung ändern.',
  skip: 'Zum Inhalt springen',
  toDashboard: 'Zur Übersicht',
} satisfies Same<typeof en>
