// What the guide tells administrators (guide.ts).
import type { GuideSection } from './guide-section.ts'

export const administratorSections: readonly GuideSection[] = [
  {
    id: 'set-up',
    role: 'administrator',
    title: 'Set up a site',
    text: [
      'Set up lists what a site needs, in order, and what is still missing. Each step can be left and taken up again.',
    ],
    steps: [
      'Buildings and floors, each with its plan: a picture, an SVG or a page of a PDF.',
      'The scale, by two points of which you know the distance.',
      'Zones: drawn on the floor plan with Edit, or proposed from the lines of the plan. Mark the muster points.',
      'Receivers, then people and badges, then a first drill.',
    ],
    pages: ['setup', 'buildings', 'building', 'zones', 'zone-types', 'departments'],
  },
  {
    id: 'connect-receivers',
    role: 'administrator',
    title: 'Connect receivers',
    text: [
      'Connect receivers shows the exact lines for each kind, with the address and the key of this site, and the first reading as it arrives. The installer may place it from a phone, standing below it.',
      'Placement planner shows where receivers would hear well before a hole is drilled. Signal monitor shows what they hear now.',
    ],
    picture: 'receivers',
    pages: ['receivers', 'receiver', 'connect-receivers', 'install-receiver', 'placement-planner', 'signal-monitor'],
  },
  {
    id: 'calibrate',
    role: 'administrator',
    title: 'Calibrate a floor',
    text: [
      'Stand at known points with a badge, on the page of a building, and Rollcall compares where it thought you were. A correction is proposed with how much better it is, and used only when you accept it.',
    ],
    pages: ['calibration', 'building'],
  },
  {
    id: 'import',
    role: 'administrator',
    title: 'Import lists',
    text: [
      'People, assets, badges and receivers come from CSV or Excel files. Columns are recognised by their names, mistakes are mended in the preview, and what would be created, changed and left alone is counted before anything is written. An import can be undone for a day.',
    ],
    picture: 'people',
    pages: ['people', 'assets', 'badges', 'receivers'],
  },
  {
    id: 'accounts',
    role: 'administrator',
    title: 'Accounts and roles',
    text: [
      'An account has one role, and may be limited to buildings: then it sees nothing of the others. What a role may do stands on the page of roles and works at once.',
      'The audit log says who changed what, and who was refused.',
    ],
    picture: 'roles',
    pages: ['accounts', 'roles', 'audit'],
  },
  {
    id: 'settings',
    role: 'administrator',
    title: 'Settings, messages and storage',
    text: [
      'Settings hold the name and time zone of the site, thresholds of alerts, how messages are sent, and how long everything is kept. Each group is saved by itself.',
      'Backups, upgrades and monitoring are described in the documents that come with the product.',
    ],
    pages: ['settings', 'weather', 'ambient-devices', 'battery'],
  },
]
