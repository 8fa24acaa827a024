// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Todos los edificios',
  canaryTook: 'Una credencial de prueba tardó {time} del receptor a la página.',
  collapse: 'Contraer',
  floor: 'Planta',
  help: 'Ayuda',
  home: 'Rollcall, resumen',
  lastUpdate: 'Última actualización: {time}.',
  linkOld: 'Puede que el enlace sea antiguo o que falte una letra.',
  more: 'Más',
  noAccess: 'Su rol no tiene acceso a {page}',
  noAccessHere: 'Su rol no tiene acceso a esta página',
  noFloor: 'Ninguna planta',
  noNetwork: 'Sin red',
  noNetworkDetail: 'Este dispositivo no tiene red. Se muestra lo último que se supo.',
  noPage: 'No hay ninguna página en esta dirección',
  pages: 'Páginas',
  profileOf: 'Perfil de',
  showNames: 'Mostrar los nombres de las páginas',
  signOut: 'Cerrar sesión',
  signedInAs: 'Ha iniciado sesión como {name}. Un administrador puede cambiar lo que su rol puede ver.',
  skip: 'Ir al contenido',
  toDashboard: 'Ir al resumen',
} satisfies Same<typeof en>
