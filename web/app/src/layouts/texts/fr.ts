// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Tous les bâtiments',
  canaryTook: 'Un badge d’essai a mis {time} du récepteur à la page.',
  collapse: 'Réduire',
  floor: 'Étage',
  help: 'Aide',
  home: 'Rollcall, synthèse',
  lastUpdate: 'Dernière mise à jour : {time}.',
  linkOld: 'Le lien est peut-être ancien, ou une lettre manque.',
  more: 'Plus',
  noAccess: 'Votre rôle ne donne pas accès à {page}',
  noAccessHere: 'Votre rôle ne donne pas accès à cette page',
  noFloor: 'Aucun étage',
  noNetwork: 'Pas de réseau',
  noNetworkDetail: 'Cet appareil n’a pas de réseau. Vous voyez le dernier état connu.',
  noPage: 'Il n’y a pas de page à cette adresse',
  pages: 'Pages',
  profileOf: 'Profil de',
  showNames: 'Afficher les noms des pages',
  signOut: 'Se déconnecter',
  signedInAs:
    'Vous êtes connecté en tant que {name}. Un administrateur peut modifier ce que votre rôle permet de voir.',
  skip: 'Aller au contenu',
  toDashboard: 'Aller à la synthèse',
} satisfies Same<typeof en>
