// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  accepted: '{kinds} o {last}, de {most} MB como máximo',
  empty: 'El archivo está vacío.',
  noPicture: 'El archivo no se puede mostrar como imagen. Elija otro.',
  notMade: 'No se pudo crear el archivo',
  notUnderstood: 'No se pudo entender la respuesta. Inténtelo de nuevo en un momento.',
  tooLarge: 'El archivo ocupa {size} MB; se aceptan {most} MB como máximo.',
  unreachable: 'No se puede acceder a Rollcall. Compruebe su conexión.',
  wentWrong: 'Algo ha fallado en esta página. Vuelva a cargarla para intentarlo de nuevo.',
  wrongKind: 'Este tipo de archivo no se acepta. Use {kinds}.',
} satisfies Same<typeof en>
