// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  aDraftOnThisDeviceNothing: 'Ein Entwurf auf diesem Gerät; nichts ändert sich, bis Sie ihn anwenden.',
  addOneForTheWorstPlaces: 'Einen für die schlechtesten Stellen',
  addOneInTheMiddleOfThe: 'Einen in der Mitte des Fensters',
  addOneWhereTheAverageGains: 'Einen dort, wo das Mittel am meisten gewinnt',
  applyingItTakesTheRightTo: 'Zum Anwenden braucht es das Recht, Empfänger zu ändern.',
  areaSentenceInsteadOfNow: '{areaSentence}, statt {now}',
  backToWhereItHangs: 'Zurück an seinen Ort',
  blindAreas: 'Blinde Bereiche',
  close: 'Schließen',
  dragAReceiverToTryAnother:
    'Ziehen Sie einen Empfänger an einen anderen Ort, oder wählen Sie einen, um zu sehen, was sein Ausfall kosten würde.',
  floorToPlan: 'Etage zum Planen',
  lengthHeardBy: { one: '{length}, von {count} Empfänger gehört', other: '{length}, von {count} Empfängern gehört' },
  movedHere: 'in diesem Plan verschoben',
  movedInThisPlan: 'In diesem Plan verschoben',
  name: 'Name',
  nameCouldNotBeChanged: '{name} konnte nicht geändert werden',
  noAreaGetsNoticeablyWorse: 'Kein Bereich wird merklich schlechter.',
  noReceiverHangsHereYetAdd:
    'Hier hängt noch kein Empfänger. Setzen Sie den ersten dorthin, wo das Mittel am meisten gewinnt, dann den nächsten, bis die Karte so gut ist, wie Sie sie brauchen.',
  noZonesAreDrawnOnThisFloor:
    'Auf dieser Etage sind noch keine Bereiche gezeichnet. Mit Bereichen werden blinde hier genannt.',
  nobodyIsHeardOnThisFloor: 'Auf dieser Etage wird niemand gehört.',
  notBoughtYet: 'noch nicht gekauft',
  notHeard: 'nicht gehört',
  notHeardShare: '{percent} % der Etage werden nicht gehört.',
  offByOnAverage: 'Im Mittel daneben um',
  offOnAverage: {
    one: '{count} Empfänger: im Mittel {mean} daneben, {worst} im schlechtesten Zehntel.',
    other: '{count} Empfänger: im Mittel {mean} daneben, {worst} im schlechtesten Zehntel.',
  },
  onceYouHaveItTwelveHex: 'Sobald Sie sie haben: zwölf Hexadezimalziffern, auf den meisten Empfängern aufgedruckt.',
  onlyPlanned: 'nur geplant',
  overText: 'über {text}',
  placesStay: {
    one: '{count} geplanter Ort bleibt im Entwurf, bis eine Funkkennung eingetragen ist.',
    other: '{count} geplante Orte bleiben im Entwurf, bis eine Funkkennung eingetragen ist.',
  },
  placesTried: 'Geprüfte Orte',
  planOfNameWithThePredicted:
    'Plan: {name} mit der vorhergesagten Genauigkeit. Die Pfeiltasten bewegen ihn, Plus und Minus zoomen. Die Liste daneben sagt dasselbe in Worten.',
  planTheReceiversOfThis: 'Empfänger dieser Etage planen',
  plannedNotRegistered: 'Geplant, nicht registriert',
  plannedNumber: 'Geplant {number}',
  predictedForAnOrdinary:
    'Vorhergesagt für ein gewöhnliches Büro. Betonwände machen es schlechter; eine Kalibrierung macht es genauer.',
  predictedWithThe: 'Vorhergesagt mit der Kalibrierung dieser Etage.',
  predictedWithWhatThisFloor:
    'Vorhergesagt mit dem, was diese Etage bisher gezeigt hat; eine Kalibrierung macht es genauer.',
  radioId: 'Funkkennung',
  receiverSays: 'Empfänger {what}. Die Pfeiltasten bewegen ihn, die Eingabetaste wählt ihn aus.',
  receiversChanged: { one: '{count} Empfänger geändert', other: '{count} Empfänger geändert' },
  receiversTakenOff: {
    one: '{count} Empfänger wird von diesem Plan genommen',
    other: '{count} Empfänger werden von diesem Plan genommen',
  },
  removeFromThePlan: 'Aus dem Plan löschen',
  seenWellEnough: 'Gut genug gesehen',
  takeItAsDown: 'Als ausgefallen annehmen',
  takeOffThePlan: 'Vom Plan nehmen',
  takenAsDown: 'als ausgefallen angenommen',
  theChosenReceiver: 'Der ausgewählte Empfänger',
  theFloorCannotBeReadRight: 'Die Etage kann gerade nicht gelesen werden',
  theMapAndTheListShowWhat: 'Karte und Liste zeigen, was schlechter wird.',
  thisFloorHasNoPlanImageYet: 'Diese Etage hat noch kein Planbild. Sie planen auf einem leeren Rahmen ihrer Größe.',
  tryAgain: 'Erneut versuchen',
  under: 'unter {length}',
  whatTheyHearNoLongerCounts:
    'Was sie hören, zählt hier nicht mehr. Sie bleiben registriert. Zum Fortfahren erneut anwenden.',
  whereItIsRegistered: 'Wo er registriert ist',
  withoutAName: 'Ohne Namen',
  withoutAReceiverNobodyIs: 'Ohne Empfänger wird hier niemand gefunden.',
  withoutDown: 'Ohne {down}',
  workingItOut: 'Wird berechnet',
} satisfies Same<typeof en>
