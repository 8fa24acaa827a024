// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  answersNotSaved: {
    one: '{count} réponse précédente n’a pas pu être enregistrée',
    other: '{count} réponses précédentes n’ont pas pu être enregistrées',
  },
  loadAgain: 'Recharger',
  loadThePageAgainToGoOnWhat: 'Rechargez la page pour continuer. Ce que vous avez touché est conservé.',
  noRoom: 'La mémoire de cet appareil est pleine : les nouveautés ne sont pas gardées pour les moments sans réseau.',
  noStorage:
    'Ce navigateur ne garde rien sur cet appareil, comme dans une fenêtre privée. Sans réseau, rien ne sera visible après la fermeture de la page.',
  nothingIsKeptYet: 'Rien n’est encore gardé.',
  notificationsOfThisSiteAre:
    'Les notifications de ce site sont bloquées dans ce navigateur. Autorisez-les d’abord dans ses réglages.',
  rollcallCannotBeReached: 'Rollcall est injoignable.',
  rollcallHasBeenUpdated: 'Rollcall a été mis à jour',
  roster: 'Liste de présence',
  showThem: 'Les voir',
  stopTellingMeHere: 'Ne plus me prévenir ici',
  tellMeWhenItRings: 'Me prévenir en cas d’alarme',
  thePushServiceOfThis: 'Le service push de ce navigateur est injoignable.',
  theRosterAndTheBoardsAre:
    'La liste de présence et les recensements sont gardés ici, scellés, jusqu’à votre déconnexion : dernière fois à {clockTime}, {age}.',
  thisBrowserCannotBeTold:
    'Ce navigateur ne peut pas être prévenu quand Rollcall est fermé. Sur un iPhone, ajoutez d’abord Rollcall à l’écran d’accueil.',
  thisBrowserDoesNotTellYou:
    'Ce navigateur ne vous prévient pas quand une urgence ou un exercice commence alors que Rollcall est fermé.',
  thisBrowserTellsYouWhenAn:
    'Ce navigateur vous prévient quand une urgence ou un exercice commence, même si Rollcall est fermé.',
  thisDevice: 'Cet appareil',
  whoWasOnSiteAtAs: 'Qui était sur site à {as}',
} satisfies Same<typeof en>
