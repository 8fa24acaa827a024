// By which words the name of a floor, a zone or its type says what it is, in the four languages of the product at once: kinds of area have
// names of the owner's and nothing else. What no word tells is a room. Used by zone-map.ts.

const asWords = (...words: readonly string[]) => new RegExp(String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`, 'iu')

/** Under the sky (docs/decisions/0021-at-a-muster-point.md). A kindergarten, a winter garden and a room for courses are rooms. */
const outdoors = asWords(
  'outdoors?|outside|exterior|yard|courtyard|forecourt|car park|parking|garden|lawn|terrace|pavement|grounds',
  '(?:auß|auss)en(?:bereiche?|anlagen?|flächen?|gelände)?|im freien|(?:innen|vor|hinter|schul|lade|werks?)?h[oö]fe?',
  '(?:park|vor)pl[aä]tze?|parkflächen?|g[aä]rten|wiesen?|rasen|(?:dach)?terrassen?|(?:frei|werks?)?gelände|gehwege?',
  String.raw`exterior(?:es)?|patios?|aparcamientos?|estacionamientos?|jard(?:ín|ines)(?! (?:de infancia|infantil))|césped|terrazas?|aceras?|explanadas?|al aire libre`,
  String.raw`extérieure?s?|dehors|cour|parvis|jardins?(?! d.enfants)|pelouses?|terrasses?|trottoirs?|esplanades?|stationnements?`,
)
const ways = asWords(
  'stairs?|staircases?|stairwells?|lifts?|elevators?|escalators?|ramps?',
  String.raw`\p{L}*treppen?(?:h[aä]us(?:er)?|räume?|raum)?|\p{L}*(?:aufz[uü]ge?|fahrst[uü]hle?)|lifte|rampen?`,
  'escaleras?|ascensor(?:es)?|montacargas|rampas?',
  'escaliers?|ascenseurs?|monte-charges?|rampes?',
)
const passages = asWords(
  'circulation|corridors?|hallways?|passages?|aisles?',
  '(?:haus)?flure?|korridore?|(?:durch|haupt|seiten|quer|mittel|lager)?g[aä]nge?|verkehrsflächen?',
  'pasillos?|corredor(?:es)?|circulación',
  'couloirs?|circulations',
)
/** Where people wait in an emergency, in a corridor as well. */
const refuges = asWords('refuges?|rettungsbereiche?|wartebereiche?|refugios?|espaces? d.attente')

interface Named {
  name: string
  zoneType: string
}
const says = (words: RegExp, { name, zoneType }: Named) => words.test(name) || words.test(zoneType)

export const isOutdoorName = (name: string): boolean => outdoors.test(name)
export const isOutdoorZone = (zone: Named): boolean => says(outdoors, zone)
/** Stairs and lifts. */
export const isWay = (zone: Named): boolean => says(ways, zone)
/** Corridors; on stairs and in lifts, where people wait in an emergency, nothing is assumed. */
export const isPassage = (zone: Named): boolean =>
  says(passages, zone) && !ways.test(zone.name) && !refuges.test(zone.name)
