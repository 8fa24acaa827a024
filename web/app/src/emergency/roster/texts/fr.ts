// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Tous les bâtiments',
  anotherBuilding: 'Un autre bâtiment',
  asOf: 'État à {age}.',
  building: 'Bâtiment',
  callName: 'Appeler {name}',
  findBy: 'Chercher par nom, matricule ou service',
  kept: 'Conservée sur cet appareil pour le temps sans réseau, tant que vous êtes connecté.',
  lastSeen: 'Vu pour la dernière fois',
  matchesNobody: 'Personne ne correspond à « {text} ».',
  name: 'Nom',
  nobodySeen: 'Personne n’a été vu ces 15 dernières minutes, et aucun visiteur n’est inscrit.',
  nothingKept: '{problem} Rien n’est conservé sur cet appareil.',
  onSite: '{people} sur site',
  paperAbout: '{where}. {people}, état au {time}',
  phone: 'Téléphone',
  print: 'Imprimer',
  printedBy: 'Imprimé par {name}',
  signedIn: 'Inscrit',
  specialNeeds: 'Besoins particuliers',
  title: 'Liste de présence : qui est sur site',
  tryNow: 'Essayer maintenant',
  unread: 'La liste ne peut pas être lue pour l’instant',
  visits: 'visite',
  wasOnSite: '{problem} Voici qui était sur site à {age}.',
} satisfies Same<typeof en>
