// What the guide tells safety officers and wardens (guide.ts).
import type { GuideSection } from './guide-section.ts'
import { t } from './texts.ts'

export const safetySections = (): GuideSection[] => [
  {
    id: 'ready',
    role: 'safety',
    title: t('ready'),
    text: [t('ready1')],
    picture: 'readiness',
    pages: ['emergency', 'dashboard'],
  },
  {
    id: 'drill',
    role: 'safety',
    title: t('drill'),
    text: [t('drill1')],
    steps: [t('drillStep1'), t('drillStep2'), t('drillStep3')],
    pages: ['planned-drills', 'emergency'],
  },
  {
    id: 'trigger',
    role: 'safety',
    title: t('trigger'),
    text: [t('trigger1'), t('trigger2')],
    pages: ['emergency', 'instructions'],
  },
  {
    id: 'board',
    role: 'safety',
    title: t('board'),
    text: [t('board1'), t('board2')],
    picture: 'muster',
    pages: ['emergency-board'],
  },
  {
    id: 'search-first',
    role: 'safety',
    title: t('searchFirst'),
    text: [t('searchFirst1')],
    picture: 'search-first',
    pages: ['emergency-board'],
  },
  {
    id: 'report',
    role: 'safety',
    title: t('report'),
    text: [t('report1')],
    picture: 'report',
    pages: ['emergency-report', 'emergency-board'],
  },
  {
    id: 'contacts',
    role: 'safety',
    title: t('contacts'),
    text: [t('contacts1'), t('contacts2')],
    picture: 'contacts',
    pages: ['emergency-contacts', 'instructions'],
  },
  {
    id: 'wardens',
    role: 'safety',
    title: t('wardens'),
    text: [t('wardens1')],
    picture: 'wardens',
    pages: ['wardens'],
  },
]

export const wardenSections = (): GuideSection[] => [
  {
    id: 'my-list',
    role: 'warden',
    title: t('myList'),
    text: [t('myList1')],
    steps: [t('myListStep1'), t('myListStep2'), t('myListStep3')],
    picture: 'muster-phone',
    pages: ['emergency-board', 'emergency'],
  },
  {
    id: 'sweep',
    role: 'warden',
    title: t('sweep'),
    text: [t('sweep1')],
    picture: 'sweep-phone',
    pages: ['emergency-board'],
  },
  {
    id: 'without-network',
    role: 'warden',
    title: t('withoutNetwork'),
    text: [t('withoutNetwork1'), t('withoutNetwork2')],
    picture: 'roster-offline-phone',
    pages: ['roster', 'profile'],
  },
  {
    id: 'paper',
    role: 'warden',
    title: t('paper'),
    text: [t('paper1')],
    pages: ['roster', 'emergency-board'],
  },
]
