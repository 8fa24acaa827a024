// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  accepted: '{kinds} ou {last}, {most} Mo au maximum',
  empty: 'Le fichier est vide.',
  noPicture: 'Le fichier ne peut pas être affiché comme image. Choisissez-en un autre.',
  notMade: 'Le fichier n’a pas pu être créé',
  notUnderstood: 'La réponse n’a pas pu être comprise. Réessayez dans un instant.',
  tooLarge: 'Le fichier fait {size} Mo ; {most} Mo au plus sont acceptés.',
  unreachable: 'Rollcall est injoignable. Vérifiez votre connexion.',
  wentWrong: 'Un problème est survenu sur cette page. Rechargez-la pour réessayer.',
  wrongKind: 'Ce type de fichier n’est pas accepté. Utilisez {kinds}.',
} satisfies Same<typeof en>
