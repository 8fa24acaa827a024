// What the guide tells everybody, and facility operators and the reception (guide.ts).
import type { GuideSection } from './guide-section.ts'

export const everybodySections: readonly GuideSection[] = [
  {
    id: 'find-somebody',
    role: 'everybody',
    title: 'Find a person or an asset',
    text: [
      'Press Ctrl and K on any page, or the magnifying glass, and type two letters: people, assets, zones, badges, receivers, pages, actions and this guide are searched together. Choosing a person opens the floor plan where they are.',
      'On the floor plan, the list beside the plan names everybody who is on it. A click opens the card with the place, how sure it is, and the way they came.',
      'The address of the page keeps whoever is chosen: copy it to show a colleague the same. Escape lets go of them.',
    ],
    picture: 'floor-plan',
    pages: ['floor-plan', 'people', 'person'],
  },
  {
    id: 'read-the-plan',
    role: 'everybody',
    title: 'Read the floor plan',
    text: [
      'The shape says who it is: a circle an employee, a diamond a visitor, a hexagon a contractor, a square an asset. The filling says how old the place is: full is now, pale is up to five minutes ago, hollow is older.',
      'A place is never exact. The circle around whoever is chosen holds them most of the time; where it is wide, look for them in the rooms around.',
      'Legend, above the plan, explains every sign; Layers chooses what is drawn. The heat map shows where people spent the last hours, with its scale in minutes per square metre.',
    ],
    pages: ['floor-plan', 'zones', 'ambient-devices'],
  },
  {
    id: 'live-or-not',
    role: 'everybody',
    title: 'Is what I see live?',
    text: [
      'The lamp at the top says Live while positions arrive, and how long they take. When they stop, it says so with the time of the last one; the page then asks every ten seconds and returns to Live by itself.',
      'Without a network a bar says what is kept on this device and from when it is.',
    ],
    pages: ['dashboard', 'floor-plan'],
  },
  {
    id: 'lists',
    role: 'everybody',
    title: 'Work with lists',
    text: [
      'Every list is searched, filtered and sorted from its head, and what is chosen is kept in the address: a bookmark opens it again.',
      'Where many rows can be changed at once, tick them; what can be done with them appears above the list.',
    ],
    picture: 'people',
    pages: ['people', 'assets', 'badges', 'zones', 'departments', 'activity', 'phones'],
  },
  {
    id: 'own-account',
    role: 'everybody',
    title: 'My account and this device',
    text: [
      'The menu with your name leads to your profile: your role, what this device keeps for an emergency, and whether it is told when an alarm begins. A password is changed in the same menu.',
    ],
    pages: ['profile', 'change-password', 'guide', 'forbidden'],
  },
]

export const operatorSections: readonly GuideSection[] = [
  {
    id: 'morning',
    role: 'operator',
    title: 'The morning look',
    text: [
      'The dashboard answers whether everything is all right: how many people are on site, what needs attention, and how ready the site would be if it rang now. Each number leads to its page.',
      'Weather shows the conditions at each building, and what rules make of them.',
    ],
    picture: 'dashboard',
    pages: ['dashboard', 'weather'],
  },
  {
    id: 'alerts',
    role: 'operator',
    title: 'Answer alerts',
    text: [
      'The bell counts what is open: a receiver that fell silent, a flat battery, a zone with too many people, somebody in a restricted zone. Acknowledge tells the others that you deal with it.',
      'An alert closes by itself when its cause is gone. The page of alerts shows those that are over, too.',
    ],
    pages: ['alerts'],
  },
  {
    id: 'activity',
    role: 'operator',
    title: 'What happened today',
    text: [
      'Activity tells who came, went and moved, newest first. Filter it by person, zone or day; a click shows the moment on the floor plan.',
      'History on the floor plan plays any moment of the past back.',
    ],
    pages: ['activity', 'floor-plan'],
  },
  {
    id: 'batteries',
    role: 'operator',
    title: 'Badges and batteries',
    text: [
      'Batteries lists what will be flat soon, with the day that its discharge leads to. Change a battery before that day, and the list forgets it with the next report.',
      'A badge that is lost is taken back on the page of badges; whoever carried it stays in the register.',
    ],
    picture: 'badges',
    pages: ['badges', 'battery', 'phones'],
  },
  {
    id: 'assets',
    role: 'operator',
    title: 'Keep assets where they belong',
    text: [
      'An asset has a zone that it belongs in. What is seen elsewhere is marked, and a filter shows only those; the page of an asset shows on a small plan where it was.',
      'Import brings a list from a spreadsheet and changes what is known already.',
    ],
    pages: ['assets', 'asset'],
  },
]

export const receptionSections: readonly GuideSection[] = [
  {
    id: 'visitors',
    role: 'reception',
    title: 'Receive a visitor',
    text: ['Who is expected, who is here and who has left stands on the page of visits.'],
    steps: [
      'Expect a visitor: name, host and time. The visitor gets a code.',
      'When they come, choose Sign in, or let them show their code to the tablet.',
      'Give them a badge: from then on they are on the floor plan and on every roster.',
      'When they leave, choose Sign out and take the badge back.',
    ],
    picture: 'visits',
    pages: ['visits'],
  },
  {
    id: 'tablet',
    role: 'reception',
    title: 'The tablet at the entrance',
    text: [
      'Reception tablets, on the page of visits, makes a link for a tablet. Opened there, it greets visitors, reads their codes and signs them in without an account.',
    ],
    picture: 'kiosk',
    pages: ['reception-tablets', 'visits'],
  },
  {
    id: 'hand-out',
    role: 'reception',
    title: 'Hand out badges',
    text: [
      'Hand out badges lists people without one. Scan or type the number beside the name and press Enter; the next line waits already. A whole list can be read from a file.',
    ],
    pages: ['hand-out', 'badges'],
  },
  {
    id: 'reception-alarm',
    role: 'reception',
    title: 'At an alarm, at the desk',
    text: [
      'Every page shows the red bar of an emergency, or the blue one of a drill. Take the printed or kept roster along: visitors who signed in are on it, with their hosts.',
    ],
    pages: ['roster', 'emergency'],
  },
]
