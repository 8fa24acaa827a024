// What an audit record is about, in the words of the pages instead of the names of endpoints. The name itself stays in its details.
import { AuditRecord, type AuditVerification } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import { choicesOf } from '../../ui/form/form-field.ts'
import type { StateWords } from '../../ui/StateWord.vue'
import { t } from './texts.ts'

type Verification = z.infer<typeof AuditVerification>

/** Each is its own text. */
const actions = [
  'admin.createUser',
  'admin.removeSecondFactor',
  'admin.resetPassword',
  'admin.seed',
  'alerts.acknowledge',
  'alerts.assign',
  'alerts.snooze',
  'assets.change',
  'assets.create',
  'assets.remove',
  'audit.keyed',
  'audit.retention',
  'audit.write',
  'auth.changePassword',
  'auth.endSession',
  'auth.exchange',
  'auth.firstFactor',
  'auth.forgotPassword',
  'auth.login',
  'auth.logout',
  'auth.resetPassword',
  'auth.sendPasswordLink',
  'battery.changeThresholds',
  'buildings.change',
  'buildings.create',
  'buildings.remove',
  'buildings.reorder',
  'contacts.answerLink',
  'contacts.change',
  'contacts.create',
  'contacts.remove',
  'contacts.reorder',
  'contacts.test',
  'departments.change',
  'departments.create',
  'departments.remove',
  'drills.change',
  'drills.create',
  'drills.remove',
  'emergency.change',
  'emergency.retention',
  'emergency.supersede',
  'emergency.trigger',
  'floors.acceptCalibration',
  'floors.calibrate',
  'floors.change',
  'floors.create',
  'floors.learnFromRests',
  'floors.remove',
  'floors.rollbackCalibration',
  'floors.uploadPlan',
  'gateways.syncStatus',
  'imports.undo',
  'instructions.change',
  'kiosk.create',
  'kiosk.remove',
  'muster.account',
  'muster.accountMany',
  'muster.answerAsWarden',
  'muster.answerLink',
  'muster.autoAccount',
  'muster.createLinks',
  'muster.sendLinks',
  'muster.sweep',
  'personnel.change',
  'personnel.create',
  'personnel.export',
  'personnel.remove',
  'personnel.removePhoto',
  'personnel.uploadPhoto',
  'phoneBeacon.completeEnrollment',
  'phoneBeacon.createToken',
  'push.subscribe',
  'push.unsubscribe',
  'realtime.negotiateByPost',
  'receivers.change',
  'receivers.create',
  'receivers.issueKey',
  'receivers.remove',
  'receivers.removeKey',
  'receivers.showSharedKey',
  'reviews.change',
  'roles.change',
  'roles.create',
  'roles.remove',
  'savedViews.change',
  'savedViews.create',
  'savedViews.remove',
  'secondFactor.addPasskey',
  'secondFactor.begin',
  'secondFactor.beginPasskey',
  'secondFactor.confirm',
  'secondFactor.remove',
  'secondFactor.removePasskey',
  'secondFactor.renewCodes',
  'settings.change',
  'transmitters.assign',
  'transmitters.change',
  'transmitters.create',
  'transmitters.remove',
  'users.change',
  'users.create',
  'users.endSessions',
  'users.remove',
  'users.removeSecondFactor',
  'users.resetPassword',
  'users.unlock',
  'visits.change',
  'visits.close',
  'visits.create',
  'visits.remove',
  'visits.signIn',
  'visits.signOut',
  'walls.change',
  'wardens.change',
  'wardens.create',
  'wardens.remove',
  'weather.changeSettings',
  'weather.notify',
  'weather.refresh',
  'zoneTypes.change',
  'zoneTypes.create',
  'zoneTypes.remove',
  'zones.change',
  'zones.create',
  'zones.remove',
] as const
const isKnown = (action: string): action is (typeof actions)[number] => (actions as readonly string[]).includes(action)

export const resultWords: StateWords<AuditRecord['result']> = {
  success: {
    get word() {
      return t('done')
    },
    tone: 'good',
  },
  denied: {
    get word() {
      return t('denied')
    },
    tone: 'ageing',
  },
  failed: {
    get word() {
      return t('failed')
    },
    tone: 'bad',
  },
}
export const resultChoices = () => choicesOf(AuditRecord.shape.result, resultWords)

/** An action that has no words yet is told by its name. */
export const auditWords = (action: string): string => (isKnown(action) ? t(action) : action)

const brokenWords = {
  changed: 'brokenChanged',
  removed: 'brokenRemoved',
  reordered: 'brokenReordered',
  rebuilt: 'brokenRebuilt',
  cut: 'brokenCut',
} as const satisfies Readonly<Record<NonNullable<Verification['broken']>['reason'], string>>

export const brokenChain = ({ seq, reason }: NonNullable<Verification['broken']>) =>
  t(brokenWords[reason], { seq: String(seq) })

/** The name of what was changed, where the record holds one; otherwise where it is kept. A denial that is repeated is one record. */
export function auditSubject({
  before,
  after,
  resource,
  count,
}: Pick<AuditRecord, 'before' | 'after' | 'resource' | 'count'>): string {
  const names = ['fullName', 'displayName', 'name', 'entityName', 'label', 'email']
  const found = names.flatMap((key) => [after?.[key], before?.[key]]).find((value) => typeof value === 'string')
  const subject = typeof found === 'string' && found !== '' ? found : resource
  return count > 1 ? t('subjectTimes', { subject, number: count }) : subject
}
