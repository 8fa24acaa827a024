// By which words an area is known to lead outside: a pattern of PostgreSQL, for its name or that of its type, in the four languages of
// the product at once. Zone types have no kind of their own: their names are the owner's.

/** German puts words together: Notausgang, Besucherempfang. */
const inWords = '(aus|ein)(g[aäÄ]ng|fahrt)|empfang|parkplatz|parkhaus|tiefgarage|fluchtt(ü|ue)r'
const english = 'exit|entrance|gate|lobby|reception|foyer|car park|parking'
const german = String.raw`rezeption|pforte|(werks?|haupt)?tore?\M`
const spanish = String.raw`salida|entrada|accesos?\M|vest[ií]bulo|recepci[oó]n|portón|aparcamiento|estacionamiento`
const french = 'sortie|entr[eéÉ]e|issue de secours|accueil|réception|portail|vestibule|stationnement'

export const exitWords = String.raw`(${inWords}|\m(${english}|${german}|${spanish}|${french}))`
