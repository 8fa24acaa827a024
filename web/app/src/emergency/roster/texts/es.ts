// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  allBuildings: 'Todos los edificios',
  anotherBuilding: 'Otro edificio',
  asOf: 'A las {age}.',
  building: 'Edificio',
  callName: 'Llamar a {name}',
  findBy: 'Buscar por nombre, número o departamento',
  kept: 'Guardada en este dispositivo para cuando no haya red, mientras tenga la sesión iniciada.',
  lastSeen: 'Visto por última vez',
  matchesNobody: 'Nadie coincide con «{text}».',
  name: 'Nombre',
  nobodySeen: 'No se vio a nadie en los últimos 15 minutos y no hay visitantes registrados.',
  nothingKept: '{problem} No hay nada guardado en este dispositivo.',
  onSite: '{people} en el recinto',
  paperAbout: '{where}. {people}, a {time}',
  phone: 'Teléfono',
  print: 'Imprimir',
  printedBy: 'Impreso por {name}',
  signedIn: 'Registrado',
  specialNeeds: 'Necesidades especiales',
  title: 'Lista de presentes: quién está en el recinto',
  tryNow: 'Probar ahora',
  unread: 'Ahora no se puede leer la lista',
  visits: 'visita a',
  wasOnSite: '{problem} Esto es quien estaba en el recinto a las {age}.',
} satisfies Same<typeof en>
