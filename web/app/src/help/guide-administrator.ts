// What the guide tells administrators (guide.ts).
import type { GuideSection } from './guide-section.ts'
import { t } from './texts.ts'

export const administratorSections = (): GuideSection[] => [
  {
    id: 'set-up',
    role: 'administrator',
    title: t('setUp'),
    text: [t('setUp1')],
    steps: [t('setUpStep1'), t('setUpStep2'), t('setUpStep3'), t('setUpStep4')],
    pages: ['setup', 'buildings', 'building', 'zones', 'zone-types', 'departments'],
  },
  {
    id: 'connect-receivers',
    role: 'administrator',
    title: t('connectReceivers'),
    text: [t('connectReceivers1'), t('connectReceivers2')],
    picture: 'receivers',
    pages: ['receivers', 'receiver', 'connect-receivers', 'install-receiver', 'placement-planner', 'signal-monitor'],
  },
  {
    id: 'calibrate',
    role: 'administrator',
    title: t('calibrate'),
    text: [t('calibrate1')],
    pages: ['calibration', 'building'],
  },
  {
    id: 'import',
    role: 'administrator',
    title: t('import'),
    text: [t('import1')],
    picture: 'people',
    pages: ['people', 'assets', 'badges', 'receivers'],
  },
  {
    id: 'accounts',
    role: 'administrator',
    title: t('accounts'),
    text: [t('accounts1'), t('ownRoles'), t('accounts2')],
    picture: 'roles',
    pages: ['accounts', 'roles', 'audit'],
  },
  {
    id: 'settings',
    role: 'administrator',
    title: t('settings'),
    text: [t('settings1'), t('settings2')],
    pages: ['settings', 'weather', 'ambient-devices', 'battery'],
  },
]
