// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  connectedButNoLiveUpdates:
    'Connecté, mais rien n’arrive en direct. Les positions sont lues toutes les 10 secondes en attendant.',
  connecting: 'Connexion',
  every10S: 'Toutes les 10 s',
  live: 'Direct',
  liveUpdatesStopped: 'Le direct s’est arrêté. Les positions sont lues toutes les 10 secondes jusqu’à son retour.',
  notLive: 'Pas en direct',
  nothingArrives: 'Rien n’arrive',
  positionsArriveAsThey: 'Les positions arrivent en direct.',
  waitingForLiveUpdates: 'En attente du direct. Rollcall continue d’essayer de se connecter.',
  yourAccountDoesNotInclude:
    'Votre compte ne comprend pas les positions en direct. Ce que vous pouvez voir est lu toutes les 10 secondes.',
} satisfies Same<typeof en>
