// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  aDraftOnThisDeviceNothing: 'Un brouillon sur cet appareil ; rien ne change tant que vous ne l’appliquez pas.',
  addOneForTheWorstPlaces: 'En ajouter un pour les pires endroits',
  addOneInTheMiddleOfThe: 'En ajouter un au milieu de la fenêtre',
  addOneWhereTheAverageGains: 'En ajouter un où la moyenne gagne le plus',
  applyingItTakesTheRightTo: 'L’appliquer demande le droit de modifier les récepteurs.',
  areaSentenceInsteadOfNow: '{areaSentence}, au lieu de {now}',
  backToWhereItHangs: 'Revenir à sa place',
  blindAreas: 'Zones aveugles',
  close: 'Fermer',
  dragAReceiverToTryAnother:
    'Glissez un récepteur pour essayer un autre endroit, ou choisissez-en un pour voir ce que coûterait sa panne.',
  floorToPlan: 'Étage à planifier',
  lengthHeardBy: { one: '{length}, capté par {count} récepteur', other: '{length}, capté par {count} récepteurs' },
  movedHere: 'déplacé dans ce plan',
  movedInThisPlan: 'Déplacé dans ce plan',
  name: 'Nom',
  nameCouldNotBeChanged: '{name} n’a pas pu être modifié',
  noAreaGetsNoticeablyWorse: 'Aucune zone ne se dégrade nettement.',
  noReceiverHangsHereYetAdd:
    'Aucun récepteur n’est encore fixé ici. Ajoutez le premier où la moyenne gagne le plus, puis le suivant, jusqu’à ce que la carte vous convienne.',
  noZonesAreDrawnOnThisFloor:
    'Aucune zone n’est encore dessinée à cet étage. Avec des zones, les aveugles sont nommées ici.',
  nobodyIsHeardOnThisFloor: 'Personne n’est capté à cet étage.',
  notBoughtYet: 'pas encore acheté',
  notHeard: 'non capté',
  notHeardShare: '{percent} % de l’étage n’est pas capté.',
  offByOnAverage: 'Écart moyen',
  offOnAverage: {
    one: '{count} récepteur : {mean} d’écart en moyenne, {worst} dans le pire dixième.',
    other: '{count} récepteurs : {mean} d’écart en moyenne, {worst} dans le pire dixième.',
  },
  onceYouHaveItTwelveHex: 'Dès que vous l’avez : douze chiffres hexadécimaux, imprimés sur la plupart des récepteurs.',
  onlyPlanned: 'seulement prévu',
  overText: 'plus de {text}',
  placesStay: {
    one: '{count} emplacement prévu reste dans le brouillon tant qu’aucun identifiant radio n’est saisi.',
    other: '{count} emplacements prévus restent dans le brouillon tant qu’aucun identifiant radio n’est saisi.',
  },
  placesTried: 'Emplacements essayés',
  planOfNameWithThePredicted:
    'Plan : {name} avec la précision prévue. Les flèches le déplacent, plus et moins zooment. La liste à côté dit la même chose en mots.',
  planTheReceiversOfThis: 'Planifier les récepteurs de cet étage',
  plannedNotRegistered: 'Prévu, non enregistré',
  plannedNumber: 'Prévu {number}',
  predictedForAnOrdinary:
    'Prévu pour un bureau ordinaire. Les murs en béton l’aggravent ; un calibrage le rend plus exact.',
  predictedWithThe: 'Prévu avec le calibrage de cet étage.',
  predictedWithWhatThisFloor: 'Prévu avec ce que cet étage a montré jusqu’ici ; un calibrage le rend plus exact.',
  radioId: 'Identifiant radio',
  receiverSays: 'Récepteur {what}. Les flèches le déplacent, Entrée le choisit.',
  receiversChanged: { one: '{count} récepteur modifié', other: '{count} récepteurs modifiés' },
  receiversTakenOff: {
    one: '{count} récepteur est retiré de ce plan',
    other: '{count} récepteurs sont retirés de ce plan',
  },
  removeFromThePlan: 'Supprimer du plan',
  seenWellEnough: 'Assez bien vues',
  takeItAsDown: 'Le supposer en panne',
  takeOffThePlan: 'Retirer du plan',
  takenAsDown: 'supposé en panne',
  theChosenReceiver: 'Le récepteur choisi',
  theFloorCannotBeReadRight: 'L’étage ne peut pas être lu pour le moment',
  theMapAndTheListShowWhat: 'Le plan et la liste montrent ce qui se dégrade.',
  thisFloorHasNoPlanImageYet: 'Cet étage n’a pas encore de plan. Vous planifiez sur un cadre vide de sa taille.',
  tryAgain: 'Réessayer',
  under: 'moins de {length}',
  whatTheyHearNoLongerCounts:
    'Ce qu’ils captent ne compte plus ici. Ils restent enregistrés. Appliquez à nouveau pour continuer.',
  whereItIsRegistered: 'Là où il est enregistré',
  withoutAName: 'Sans nom',
  withoutAReceiverNobodyIs: 'Sans récepteur, personne n’est trouvé ici.',
  withoutDown: 'Sans {down}',
  workingItOut: 'Calcul en cours',
} satisfies Same<typeof en>
