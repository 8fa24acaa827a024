// What an area is, by its name in four languages.
import { describe, expect, it } from 'vitest'
import { isOutdoorName, isOutdoorZone, isPassage, isWay } from './zone-words.ts'

const names = (text: string) => text.trim().split(/,\s+|\n\s*/)
const named = (name: string) => ({ name, zoneType: 'Area' })
const outdoors = names(`
  Yard, Car park, North courtyard, GARDEN, Yard 2, Yard2
  Hof, Innenhof, Parkplatz Süd, AUSSENBEREICH, Außengelände, Dachterrasse, Im Freien, Vorplatz
  Patio, Jardín, Exterior, Aparcamiento, EXPLANADA norte
  Cour, Parvis, Jardin, Espaces extérieurs, Stationnement
`)
const ways = names(`
  Stairs A, Lift, Stairwell, Elevator 2
  Treppenhaus 1, Fluchttreppe, Aufzug, Personenaufzüge, Fahrstuhl, TREPPE
  Escalera norte, Ascensor, Montacargas, Cage d'escalier, Ascenseurs, Monte-charge
`)
const passages = names(`
  Corridor, Hallway 3, Circulation, Flur, Hausflur, Durchgang, Gang 4, Gänge, Korridor
  Pasillo, Corredores, Couloir, Passage B
`)
const rooms = names(`
  Office 4, Yardstick, Meeting room, Liftoff, Kindergarten, Wintergarten, Bahnhofsbüro, Vorgang
  Eingang, Empfang, Direktor, Salle de cours, Jardin d'enfants, Jardín de infancia, Sala 2, Bureau
`)

describe('the name of an area', () => {
  it.each(outdoors)('%s is under the sky', (name) => {
    expect([isOutdoorName(name), isOutdoorZone({ name: 'B 1', zoneType: name })]).toEqual([true, true])
  })
  it.each(ways)('%s leads to other floors, and is no corridor', (name) => {
    expect([isWay(named(name)), isPassage({ name, zoneType: 'Flur' })]).toEqual([true, false])
  })
  it.each(passages)('%s is passed through', (name) => {
    expect([isPassage(named(name)), isPassage({ name: 'B 1', zoneType: name })]).toEqual([true, true])
  })
  it.each(rooms)('%s says nothing', (name) => {
    const zone = named(name)
    expect([isOutdoorZone(zone), isWay(zone), isPassage(zone)]).toEqual([false, false, false])
  })
  it.each(['Refuge', 'Rettungsbereich', 'Refugio', "Espace d'attente"])('%s in a corridor is waited in', (name) => {
    expect(isPassage({ name: `${name} 2`, zoneType: 'Corridor' })).toBe(false)
  })
})
