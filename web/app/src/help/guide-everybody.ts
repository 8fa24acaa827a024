// What the guide tells everybody, and facility operators and the reception (guide.ts).
import type { GuideSection } from './guide-section.ts'
import { t } from './texts.ts'

export const everybodySections = (): GuideSection[] => [
  {
    id: 'find-somebody',
    role: 'everybody',
    title: t('findSomebody'),
    text: [t('findSomebody1'), t('findSomebody2'), t('findSomebody3')],
    picture: 'floor-plan',
    pages: ['floor-plan', 'people', 'person'],
  },
  {
    id: 'read-the-plan',
    role: 'everybody',
    title: t('readThePlan'),
    text: [t('readThePlan1'), t('readThePlan2'), t('readThePlan3')],
    pages: ['floor-plan', 'zones', 'ambient-devices'],
  },
  {
    id: 'live-or-not',
    role: 'everybody',
    title: t('liveOrNot'),
    text: [t('liveOrNot1'), t('liveOrNot2')],
    pages: ['dashboard', 'floor-plan'],
  },
  {
    id: 'lists',
    role: 'everybody',
    title: t('lists'),
    text: [t('lists1'), t('lists2'), t('lists3')],
    picture: 'people',
    pages: ['people', 'assets', 'badges', 'zones', 'departments', 'activity', 'phones'],
  },
  {
    id: 'own-account',
    role: 'everybody',
    title: t('ownAccount'),
    text: [t('ownAccount1'), t('ownAccount2')],
    pages: ['profile', 'change-password', 'guide', 'forbidden'],
  },
]

export const operatorSections = (): GuideSection[] => [
  {
    id: 'morning',
    role: 'operator',
    title: t('morning'),
    text: [t('morning1'), t('morning3'), t('morning2')],
    picture: 'dashboard',
    pages: ['dashboard', 'weather'],
  },
  {
    id: 'wall-board',
    role: 'operator',
    title: t('wallBoard'),
    text: [t('wallBoard1'), t('wallBoard2'), t('wallBoard3')],
    picture: 'wall-board',
    pages: ['wall-board', 'dashboard'],
  },
  {
    id: 'alerts',
    role: 'operator',
    title: t('alerts'),
    text: [t('alerts1'), t('alerts2'), t('alerts3'), t('alerts4')],
    pages: ['alerts'],
  },
  {
    id: 'activity',
    role: 'operator',
    title: t('activity'),
    text: [t('activity1'), t('activity2')],
    pages: ['activity', 'floor-plan'],
  },
  {
    id: 'batteries',
    role: 'operator',
    title: t('batteries'),
    text: [t('batteries1'), t('batteries2')],
    picture: 'badges',
    pages: ['badges', 'battery', 'phones'],
  },
  {
    id: 'assets',
    role: 'operator',
    title: t('assets'),
    text: [t('assets1'), t('assets2')],
    pages: ['assets', 'asset'],
  },
]

export const receptionSections = (): GuideSection[] => [
  {
    id: 'visitors',
    role: 'reception',
    title: t('visitors'),
    text: [t('visitors1')],
    steps: [t('visitorsStep1'), t('visitorsStep2'), t('visitorsStep3'), t('visitorsStep4')],
    picture: 'visits',
    pages: ['visits'],
  },
  {
    id: 'tablet',
    role: 'reception',
    title: t('tablet'),
    text: [t('tablet1')],
    picture: 'kiosk',
    pages: ['reception-tablets', 'visits'],
  },
  {
    id: 'hand-out',
    role: 'reception',
    title: t('handOut'),
    text: [t('handOut1')],
    pages: ['hand-out', 'badges'],
  },
  {
    id: 'reception-alarm',
    role: 'reception',
    title: t('receptionAlarm'),
    text: [t('receptionAlarm1')],
    pages: ['roster', 'emergency'],
  },
]
