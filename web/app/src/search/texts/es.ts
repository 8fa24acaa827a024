// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  actions: 'Acciones',
  addAsset: 'Añadir equipo',
  addBuilding: 'Añadir edificio',
  addDepartment: 'Añadir departamento',
  addPerson: 'Añadir persona',
  assets: 'Equipos',
  badges: 'Credenciales',
  expectAVisitor: 'Anunciar visita',
  findPeopleThingsPlaces: 'Buscar personas, cosas, lugares, páginas o acciones',
  guide: 'Guía',
  newAccount: 'Nueva cuenta',
  nothingMatches: 'Nada coincide.',
  openWallBoard: 'Abrir el panel mural',
  pages: 'Páginas',
  people: 'Personas',
  peopleAssetsZonesBadges: 'Personas, equipos, zonas, credenciales, receptores, páginas, acciones y la guía',
  profile: 'Perfil',
  receivers: 'Receptores',
  registerBadge: 'Registrar credencial',
  registerReceiver: 'Registrar receptor',
  results: 'Resultados',
  search: 'Buscar',
  startADrill: 'Iniciar un simulacro',
  triggerAnEmergency: 'Activar una emergencia',
  typeTwoLettersOrMore: 'Escriba dos letras o más.',
  useTheDarkTheme: 'Tema oscuro',
  useTheLightTheme: 'Tema claro',
  zones: 'Zonas',
} satisfies Same<typeof en>
