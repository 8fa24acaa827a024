// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  anotherPlan: 'Otro plano',
  bothEnds: 'Toque los dos extremos de algo cuya longitud conozca, por ejemplo una pared.',
  cancel: 'Cancelar',
  choosePlan: 'Elegir un plano',
  chosenPlan: 'El plano elegido',
  cut: 'Recortar',
  dropHere: 'o suéltelo aquí',
  formats: 'PNG, JPEG, WEBP, SVG o una página de un PDF, de {megabytes} MB como máximo.',
  frame: 'Dibuje un marco alrededor de la parte que se conserva.',
  howLong: '¿Cuánto mide? Los puntos aún se pueden mover.',
  itShows: 'Muestra {width} × {height} m.',
  keepPart: 'Conservar esta parte',
  keepsPlace: 'Lo dibujado en esta planta conserva su lugar en la imagen.',
  largest: 'Una planta mide como máximo {most} m de ancho y de largo: esta mediría {width} × {height} m.',
  length: 'Longitud entre los puntos, metros',
  noPdf: 'El archivo no se puede leer como PDF. Si necesita contraseña, guárdelo sin ella.',
  otherEnd: 'Toque el otro extremo de algo cuya longitud conozca, por ejemplo una pared.',
  pageNotDrawn: 'La página {number} no se puede mostrar.',
  pageOf: 'Página de {pages}',
  planOf: 'Plano de {name}',
  reading: 'Se está leyendo el archivo',
  sayWidth: 'Indique el ancho de la imagen, en metros.',
  sent: 'Enviado',
  turn: 'Girar',
  usePlan: 'Usar este plano',
  width: 'Ancho de la imagen, metros',
} satisfies Same<typeof en>
