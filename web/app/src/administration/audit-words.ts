// What an audit record is about, in the words of the pages instead of the names of endpoints. The name itself stays in its details.
import { AuditRecord, type AuditVerification } from '@rollcall/contracts/domains/audit'
import type { z } from 'zod'
import { choicesOf } from '../ui/form/form-field.ts'
import type { StateWords } from '../ui/StateWord.vue'

type Verification = z.infer<typeof AuditVerification>

const nouns: Readonly<Record<string, string>> = {
  assets: 'Asset',
  buildings: 'Building',
  contacts: 'Emergency contact',
  departments: 'Department',
  imports: 'Import',
  drills: 'Planned drill',
  floors: 'Floor',
  personnel: 'Person',
  receivers: 'Receiver',
  roles: 'Role',
  settings: 'Settings',
  transmitters: 'Badge',
  users: 'Account',
  visits: 'Visit',
  wardens: 'Wardens',
  zoneTypes: 'Zone type',
  zones: 'Zone',
}
const verbs: Readonly<Record<string, string>> = { create: 'added', change: 'changed', remove: 'deleted' }

const actions: Readonly<Record<string, string>> = {
  'admin.createUser': 'Account added on the command line',
  'admin.resetPassword': 'Password reset on the command line',
  'admin.removeSecondFactor': 'Second factor removed on the command line',
  'admin.seed': 'Site imported',
  'alerts.acknowledge': 'Alert acknowledged',
  'audit.write': 'Entry written by another system',
  'audit.keyed': 'Audit log taken under its key',
  'audit.retention': 'Old audit records deleted',
  'auth.changePassword': 'Password changed',
  'auth.endSession': 'Session ended',
  'auth.exchange': 'Sign-in by the identity provider',
  'auth.firstFactor': 'Right password, second factor asked for',
  'auth.forgotPassword': 'Link for a new password asked for',
  'auth.resetPassword': 'New password by a mailed link',
  'auth.sendPasswordLink': 'Link for a new password mailed',
  'auth.login': 'Sign-in',
  'auth.logout': 'Sign-out',
  'battery.changeThresholds': 'Battery limits changed',
  'buildings.reorder': 'Order of buildings changed',
  'contacts.answerLink': 'Contact answered a message',
  'contacts.reorder': 'Order of contacts changed',
  'contacts.test': 'Contacts sent a test message',
  'emergency.change': 'Emergency changed',
  'emergency.retention': 'Old emergency deleted',
  'emergency.supersede': 'Drill taken over by an emergency',
  'emergency.trigger': 'Emergency or drill started',
  'floors.acceptCalibration': 'Calibration put into use',
  'floors.calibrate': 'Calibration proposed',
  'floors.rollbackCalibration': 'Earlier calibration restored',
  'floors.uploadPlan': 'Floor plan uploaded',
  'gateways.syncStatus': 'Receivers looked at again',
  'instructions.change': 'Instructions of a scenario changed or confirmed',
  'kiosk.create': 'Reception tablet set up',
  'kiosk.remove': 'Reception tablet taken back',
  'muster.account': 'People accounted for',
  'muster.accountMany': 'Many people accounted for',
  'muster.autoAccount': 'People accounted for by their badges',
  'muster.answerAsWarden': 'Warden answered',
  'muster.createLinks': 'Personal links made',
  'muster.answerLink': 'Answered by a personal link',
  'muster.sendLinks': 'Personal links mailed',
  'muster.sweep': 'Zone searched',
  'imports.undo': 'Import undone',
  'personnel.export': 'People exported',
  'personnel.removePhoto': 'Photo deleted',
  'personnel.uploadPhoto': 'Photo uploaded',
  'phoneBeacon.completeEnrollment': 'Phone enrolled',
  'phoneBeacon.createToken': 'Link for a phone made',
  'push.subscribe': 'Push notifications turned on in a browser',
  'push.unsubscribe': 'Push notifications turned off in a browser',
  'realtime.negotiateByPost': 'Live connection asked for',
  'receivers.showSharedKey': 'Shared key of receivers shown',
  'receivers.issueKey': 'Key of a receiver made',
  'receivers.removeKey': 'Key of a receiver taken back',
  'reviews.change': 'Notes or lessons of a report changed',
  'transmitters.assign': 'Badge given or taken back',
  'secondFactor.begin': 'Second factor begun',
  'secondFactor.confirm': 'Second factor set up',
  'secondFactor.remove': 'Second factor removed by its owner',
  'secondFactor.renewCodes': 'New recovery codes',
  'users.removeSecondFactor': 'Second factor removed',
  'users.endSessions': 'Account signed out everywhere',
  'users.resetPassword': 'Password reset',
  'users.unlock': 'Account unlocked',
  'visits.close': 'Visits ended with the day',
  'visits.signIn': 'Visitor signed in',
  'visits.signOut': 'Visitor signed out',
  'weather.changeSettings': 'Weather rules changed',
  'weather.notify': 'Weather warning sent',
  'weather.refresh': 'Weather read',
}

export const resultWords: StateWords<AuditRecord['result']> = {
  success: { word: 'Done', tone: 'good' },
  denied: { word: 'Denied', tone: 'ageing' },
  failed: { word: 'Failed', tone: 'bad' },
}
export const resultChoices = choicesOf(AuditRecord.shape.result, resultWords)

/** An action that has no words yet is told by its name. */
export function auditWords(action: string): string {
  const [domain = '', verb = ''] = action.split('.')
  const [noun, done] = [nouns[domain], verbs[verb]]
  return actions[action] ?? (noun && done ? `${noun} ${done}` : action)
}

const brokenWords: Readonly<Record<NonNullable<Verification['broken']>['reason'], string>> = {
  changed: 'does not fit the one before it: it was changed',
  removed: 'does not fit the one before it: it was removed',
  reordered: 'does not fit the one before it: it was reordered',
  rebuilt: 'was not written with the key of this log: somebody built another one',
  cut: 'is an end of the log that Rollcall did not make: somebody cut it off',
}

export const brokenChain = ({ seq, reason }: NonNullable<Verification['broken']>) =>
  `Record ${seq} ${brokenWords[reason]}.`

/** The name of what was changed, where the record holds one; otherwise where it is kept. */
/** A denial that is repeated is one record with a count. */
export function auditSubject({
  before,
  after,
  resource,
  count,
}: Pick<AuditRecord, 'before' | 'after' | 'resource' | 'count'>): string {
  const names = ['fullName', 'displayName', 'name', 'entityName', 'label', 'email']
  const found = names.flatMap((key) => [after?.[key], before?.[key]]).find((value) => typeof value === 'string')
  const subject = typeof found === 'string' && found !== '' ? found : resource
  return count > 1 ? `${subject}, ${count} times in a minute` : subject
}
