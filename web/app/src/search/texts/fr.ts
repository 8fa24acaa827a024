// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  actions: 'Actions',
  addAsset: 'Ajouter un équipement',
  addBuilding: 'Ajouter un bâtiment',
  addDepartment: 'Ajouter un service',
  addPerson: 'Ajouter une personne',
  assets: 'Équipements',
  badges: 'Badges',
  expectAVisitor: 'Annoncer une visite',
  findPeopleThingsPlaces: 'Trouver personnes, objets, lieux, pages ou actions',
  guide: 'Guide',
  newAccount: 'Nouveau compte',
  nothingMatches: 'Aucun résultat.',
  openWallBoard: 'Ouvrir le tableau mural',
  pages: 'Pages',
  people: 'Personnes',
  peopleAssetsZonesBadges: 'Personnes, équipements, zones, badges, récepteurs, pages, actions et le guide',
  profile: 'Profil',
  receivers: 'Récepteurs',
  registerBadge: 'Enregistrer un badge',
  registerReceiver: 'Enregistrer un récepteur',
  results: 'Résultats',
  search: 'Rechercher',
  startADrill: 'Lancer un exercice',
  triggerAnEmergency: 'Déclencher une urgence',
  typeTwoLettersOrMore: 'Saisissez au moins deux lettres.',
  useTheDarkTheme: 'Thème sombre',
  useTheLightTheme: 'Thème clair',
  zones: 'Zones',
} satisfies Same<typeof en>
