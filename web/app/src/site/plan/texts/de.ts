// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  anotherPlan: 'Anderer Plan',
  bothEnds: 'Tippen Sie auf beide Enden von etwas, dessen Länge Sie kennen, etwa einer Wand.',
  cancel: 'Abbrechen',
  choosePlan: 'Plan wählen',
  chosenPlan: 'Der gewählte Plan',
  cut: 'Zuschneiden',
  dropHere: 'oder hier ablegen',
  formats: 'PNG, JPEG, WEBP, SVG oder eine Seite eines PDF, höchstens {megabytes} MB.',
  frame: 'Ziehen Sie einen Rahmen um den Teil, der bleibt.',
  howLong: 'Wie lang ist es? Die Punkte lassen sich noch verschieben.',
  itShows: 'Es zeigt {width} × {height} m.',
  keepPart: 'Diesen Teil behalten',
  keepsPlace: 'Was auf dieser Etage gezeichnet ist, behält seinen Platz auf dem Bild.',
  largest: 'Eine Etage ist höchstens {most} m breit und lang: Diese wäre {width} × {height} m groß.',
  length: 'Abstand der Punkte, Meter',
  noPdf: 'Die Datei lässt sich nicht als PDF lesen. Falls sie ein Passwort braucht, speichern Sie sie ohne.',
  otherEnd: 'Tippen Sie auf das andere Ende von etwas, dessen Länge Sie kennen, etwa einer Wand.',
  pageNotDrawn: 'Seite {number} lässt sich nicht darstellen.',
  pageOf: 'Seite von {pages}',
  planOf: 'Plan: {name}',
  reading: 'Die Datei wird gelesen',
  sayWidth: 'Geben Sie an, wie breit das Bild ist, in Metern.',
  sent: 'Gesendet',
  turn: 'Drehen',
  usePlan: 'Plan verwenden',
  width: 'Breite des Bildes, Meter',
} satisfies Same<typeof en>
