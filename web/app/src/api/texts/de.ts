// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  accepted: '{kinds} oder {last}, höchstens {most} MB',
  empty: 'Die Datei ist leer.',
  noPicture: 'Die Datei lässt sich nicht als Bild anzeigen. Wählen Sie eine andere.',
  notMade: 'Die Datei konnte nicht erstellt werden',
  notUnderstood: 'Die Antwort war nicht verständlich. Versuchen Sie es gleich noch einmal.',
  tooLarge: 'Die Datei hat {size} MB; höchstens {most} MB sind zulässig.',
  unreachable: 'Rollcall ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  wentWrong: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu, um es noch einmal zu versuchen.',
  wrongKind: 'Diese Art von Datei ist nicht zulässig. Verwenden Sie {kinds}.',
} satisfies Same<typeof en>
