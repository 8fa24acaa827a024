// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  answersNotSaved: {
    one: 'No se pudo guardar {count} respuesta anterior',
    other: 'No se pudieron guardar {count} respuestas anteriores',
  },
  loadAgain: 'Recargar',
  loadThePageAgainToGoOnWhat: 'Vuelva a cargar la página para continuar. Lo que ha tocado se conserva.',
  noRoom: 'El almacenamiento de este dispositivo está lleno: lo nuevo no se guarda para cuando no haya red.',
  noStorage:
    'Este navegador no guarda nada en este dispositivo, como en una ventana privada. Sin red no habrá nada que ver tras cerrar la página.',
  nothingIsKeptYet: 'Aún no hay nada guardado.',
  notificationsOfThisSiteAre:
    'Las notificaciones de este sitio están bloqueadas en este navegador. Permítalas primero en sus ajustes.',
  rollcallCannotBeReached: 'No se puede acceder a Rollcall.',
  rollcallHasBeenUpdated: 'Rollcall se ha actualizado',
  roster: 'Lista de presentes',
  showThem: 'Verlas',
  stopTellingMeHere: 'Dejar de avisarme aquí',
  tellMeWhenItRings: 'Avisarme si suena',
  thePushServiceOfThis: 'No se puede acceder al servicio push de este navegador.',
  theRosterAndTheBoardsAre:
    'La lista de presentes y los recuentos se guardan aquí, cifrados, hasta que cierre sesión: última vez a las {clockTime}, {age}.',
  thisBrowserCannotBeTold:
    'No se puede avisar a este navegador con Rollcall cerrado. En un iPhone, añada primero Rollcall a la pantalla de inicio.',
  thisBrowserDoesNotTellYou:
    'Este navegador no le avisa cuando empieza una emergencia o un simulacro con Rollcall cerrado.',
  thisBrowserTellsYouWhenAn:
    'Este navegador le avisa cuando empieza una emergencia o un simulacro, también con Rollcall cerrado.',
  thisDevice: 'Este dispositivo',
  whoWasOnSiteAtAs: 'Quién estaba en el recinto a las {as}',
} satisfies Same<typeof en>
