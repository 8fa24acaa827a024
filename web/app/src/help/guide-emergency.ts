// What the guide tells safety officers and wardens (guide.ts).
import type { GuideSection } from './guide-section.ts'

export const safetySections: readonly GuideSection[] = [
  {
    id: 'ready',
    role: 'safety',
    title: 'Is the site ready?',
    text: [
      'If it rang now, on the page Emergency, is one number from 0 to 100 for each building. Below it stand the reasons that cost points, dearest first, each with the page where it is mended.',
    ],
    picture: 'readiness',
    pages: ['emergency', 'dashboard'],
  },
  {
    id: 'drill',
    role: 'safety',
    title: 'Plan and hold a drill',
    text: ['A drill works as an emergency does, in blue and with the word DRILL; nobody outside is called.'],
    steps: [
      'Planned drills: choose the day, the scenario and the buildings. Whoever must know is reminded.',
      'Start a drill, on the page Emergency, when the day has come.',
      'Account for everybody on the board, then end it. The report is there at once, beside those of earlier drills.',
    ],
    pages: ['planned-drills', 'emergency'],
  },
  {
    id: 'trigger',
    role: 'safety',
    title: 'Trigger an emergency',
    text: [
      'Trigger an emergency, choose what it is and where, and hold the button: a short touch does nothing. Contacts and wardens are told, people get their personal links, and the board opens.',
      'A drill can become real on its board; what was decided on it stays.',
    ],
    pages: ['emergency', 'instructions'],
  },
  {
    id: 'board',
    role: 'safety',
    title: 'Who is missing',
    text: [
      'The muster board begins with one number: who is not accounted for. Badges heard at a muster point account for people by themselves; for the others choose Safe or Help, one by one or many at once.',
      'Beside each name stands what is known: where they were last, when, and why they may not be seen. A tap can be taken back.',
    ],
    picture: 'muster',
    pages: ['emergency-board'],
  },
  {
    id: 'search-first',
    role: 'safety',
    title: 'Where to search first',
    text: [
      'Search first orders the zones by how many missing people are likely to be in them. Send somebody, mark the zone as being searched, then as searched; the others see it at once.',
    ],
    picture: 'search-first',
    pages: ['emergency-board'],
  },
  {
    id: 'report',
    role: 'safety',
    title: 'End it, and the report',
    text: [
      'Ending an emergency with people missing names them and asks again. The report has the times, what became of everybody, the searched zones and the messages; add notes and lessons, and export it.',
    ],
    picture: 'report',
    pages: ['emergency-report', 'emergency-board'],
  },
  {
    id: 'contacts',
    role: 'safety',
    title: 'Contacts and instructions',
    text: [
      'Contacts are told in their order, by mail, text message or webhook. Send each of them a test now and then: who never answered one costs points of readiness.',
      'Instructions are what people read on their personal link, for each scenario. Confirm them once a year.',
    ],
    picture: 'contacts',
    pages: ['emergency-contacts', 'instructions'],
  },
  {
    id: 'wardens',
    role: 'safety',
    title: 'Wardens and deputies',
    text: [
      'A warden answers for a building, a floor, a zone or a department; deputies stand in, in their order. A floor without a warden costs points of readiness.',
    ],
    picture: 'wardens',
    pages: ['wardens'],
  },
]

export const wardenSections: readonly GuideSection[] = [
  {
    id: 'my-list',
    role: 'warden',
    title: 'My list',
    text: ['When it rings, open the board: the red bar on every page leads there, and so does the message.'],
    steps: [
      'Say I am on it, so that your deputy need not come; or I cannot come.',
      'My list has only the people you answer for. Tap Safe for whoever stands before you; scan a badge if you do not know the name.',
      'Help says that somebody needs it; open their line to write where and why.',
    ],
    picture: 'muster-phone',
    pages: ['emergency-board', 'emergency'],
  },
  {
    id: 'sweep',
    role: 'warden',
    title: 'Search my area',
    text: [
      'Search first names the areas. Begin one, go through it, and say nobody found, somebody found, or not possible. Whoever looks at the board sees it at once.',
    ],
    picture: 'sweep-phone',
    pages: ['emergency-board'],
  },
  {
    id: 'without-network',
    role: 'warden',
    title: 'Without a network',
    text: [
      'A phone on which you have signed in keeps the roster, sealed with your account. Without a network it opens, shows from when it is, and keeps your taps until it is connected again.',
      'Look once, before you need it, at This device on your profile: it says what is kept.',
    ],
    picture: 'roster-offline-phone',
    pages: ['roster', 'profile'],
  },
  {
    id: 'paper',
    role: 'warden',
    title: 'On paper',
    text: [
      'The roster and the board print as lists with boxes to tick, by floor and department, with the time of printing.',
    ],
    pages: ['roster', 'emergency-board'],
  },
]
