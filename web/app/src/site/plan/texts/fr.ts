// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  anotherPlan: 'Autre plan',
  bothEnds: 'Touchez les deux extrémités d’un élément dont vous connaissez la longueur, par exemple un mur.',
  cancel: 'Annuler',
  choosePlan: 'Choisir un plan',
  chosenPlan: 'Le plan choisi',
  cut: 'Rogner',
  dropHere: 'ou déposez-le ici',
  formats: 'PNG, JPEG, WEBP, SVG ou une page d’un PDF, {megabytes} Mo au maximum.',
  frame: 'Tracez un cadre autour de la partie à conserver.',
  howLong: 'Quelle est sa longueur ? Les points peuvent encore être déplacés.',
  itShows: 'Elle montre {width} × {height} m.',
  keepPart: 'Garder cette partie',
  keepsPlace: 'Ce qui est dessiné sur cet étage garde sa place sur l’image.',
  largest: 'Un étage mesure au plus {most} m de large et de long : celui-ci mesurerait {width} × {height} m.',
  length: 'Longueur entre les points, mètres',
  noPdf: 'Le fichier ne peut pas être lu comme PDF. S’il exige un mot de passe, enregistrez-le sans.',
  otherEnd: 'Touchez l’autre extrémité d’un élément dont vous connaissez la longueur, par exemple un mur.',
  pageNotDrawn: 'La page {number} ne peut pas être affichée.',
  pageOf: 'Page sur {pages}',
  planOf: 'Plan : {name}',
  reading: 'Lecture du fichier',
  sayWidth: 'Indiquez la largeur de l’image, en mètres.',
  sent: 'Envoyé',
  turn: 'Tourner',
  usePlan: 'Utiliser ce plan',
  width: 'Largeur de l’image, mètres',
} satisfies Same<typeof en>
