// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  connectedButNoLiveUpdates:
    'Conectado, pero no llega nada en directo. Mientras tanto se leen las posiciones cada 10 segundos.',
  connecting: 'Conectando',
  every10S: 'Cada 10 s',
  live: 'En directo',
  liveUpdatesStopped:
    'La actualización en directo se ha detenido. Las posiciones se leen cada 10 segundos hasta que vuelva.',
  notLive: 'Sin directo',
  nothingArrives: 'No llega nada',
  positionsArriveAsThey: 'Las posiciones llegan según se producen.',
  waitingForLiveUpdates: 'Esperando la actualización en directo. Rollcall sigue intentando conectar.',
  yourAccountDoesNotInclude: 'Su cuenta no incluye posiciones en directo. Lo que puede ver se lee cada 10 segundos.',
} satisfies Same<typeof en>
