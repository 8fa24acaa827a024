// The settings of a site as forms: general, radio, alerts (rules 8 and 10). Limits are those of the contract.
import type { SettingsReply } from '@rollcall/contracts/domains/settings'
import type { FormField } from '../ui/form/form-field.ts'

export const generalFields: readonly FormField[] = [
  { key: 'organisation', label: 'Organisation' },
  {
    key: 'timezone',
    label: 'Time zone of new buildings',
    kind: 'choice',
    choices: Intl.supportedValuesOf('timeZone').map((zone) => ({ label: zone.replaceAll('_', ' '), value: zone })),
  },
  {
    key: 'units',
    label: 'Units',
    kind: 'choice',
    choices: [
      { label: 'Metres, °C', value: 'metric' },
      { label: 'Feet, °F', value: 'imperial' },
    ],
  },
]

export const retentionFields: readonly FormField[] = [
  { key: 'positions', label: 'Positions (days)', kind: 'number', min: 1, max: 3650 },
  { key: 'ambient', label: 'Ambient devices (days)', kind: 'number', min: 1, max: 30 },
  { key: 'audit', label: 'Audit log (days)', kind: 'number', min: 30, max: 3650 },
]

export const radioFields: readonly FormField[] = [
  {
    key: 'minimumRssiDbm',
    label: 'Weakest reading (dBm)',
    kind: 'number',
    min: -100,
    max: -50,
    help: 'Weaker ones are ignored',
  },
  {
    key: 'referencePowerDbm',
    label: 'Power at 1 m (dBm)',
    kind: 'number',
    min: -100,
    max: -20,
    help: 'For badges without a value of their own',
  },
  {
    key: 'pathLossExponent',
    label: 'Path loss',
    kind: 'number',
    min: 1.2,
    max: 4,
    step: 0.1,
    help: 'Until a floor is calibrated',
  },
  {
    key: 'maximumSpeedMps',
    label: 'Fastest walk (m/s)',
    kind: 'number',
    min: 0.5,
    max: 30,
    step: 0.5,
    help: 'No marker moves faster',
  },
  {
    key: 'windowSeconds',
    label: 'Look back (seconds)',
    kind: 'number',
    min: 1,
    max: 30,
    help: 'Readings of this time make one position',
  },
  {
    key: 'maximumWindowSeconds',
    label: 'Look back at most (seconds)',
    kind: 'number',
    min: 1,
    max: 60,
    help: 'Until three receivers were heard',
  },
  {
    key: 'floorChangeUpdates',
    label: 'Floor changes after (updates)',
    kind: 'number',
    min: 1,
    max: 20,
    help: 'So many in a row must agree',
  },
  { key: 'clockToleranceSeconds', label: 'Receiver clocks may be off (seconds)', kind: 'number', min: 1, max: 60 },
  {
    key: 'zoneEnterProbability',
    label: 'Zone entered at certainty',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
    help: 'From 0 to 1',
  },
  {
    key: 'zoneEnterSeconds',
    label: 'Entered after (seconds)',
    kind: 'number',
    min: 0,
    max: 60,
    help: 'At that certainty',
  },
  {
    key: 'zoneLeaveProbability',
    label: 'Zone left below certainty',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
    help: 'From 0 to 1',
  },
  {
    key: 'zoneLeaveSeconds',
    label: 'Left after (seconds)',
    kind: 'number',
    min: 0,
    max: 60,
    help: 'Below that certainty',
  },
]

/** A switch that sends nothing says so. */
export function alertFields(senders: SettingsReply['senders']): readonly FormField[] {
  const unless = (isThere: boolean, missing: string, there: string) =>
    isThere ? there : `Nothing is sent: ${missing} is not set. What would be sent is recorded.`
  return [
    { key: 'push', label: 'On open pages', kind: 'switch', help: 'A note at once; the bell counts in any case' },
    {
      key: 'email',
      label: 'By email',
      kind: 'switch',
      help: unless(senders.email, 'SMTP_URL', 'To the account’s address'),
    },
    {
      key: 'sms',
      label: 'By text message',
      kind: 'switch',
      help: unless(senders.sms, 'NOTIFY_WEBHOOK_URL', 'To the number of the emergency contact with the same address'),
    },
    {
      key: 'cooldownMinutes',
      label: 'Not again within (minutes)',
      kind: 'number',
      min: 0,
      max: 1440,
      help: 'What comes back sooner is the same alert',
    },
    { key: 'emergency', label: 'Emergencies', kind: 'switch', help: 'Not drills; contacts are told in any case' },
    { key: 'capacity', label: 'Too many people in a zone', kind: 'switch' },
    { key: 'restrictedZone', label: 'Guests in restricted zones', kind: 'switch' },
    { key: 'restrictedZoneStaff', label: 'Employees there, too', kind: 'switch' },
    {
      key: 'deviceOffline',
      label: 'Badges that fall silent',
      kind: 'switch',
      help: 'Of assets, and of people who were last inside; after 15 minutes',
    },
    { key: 'gatewayOffline', label: 'Receivers that fall silent', kind: 'switch', help: 'After 90 seconds' },
    { key: 'criticalBattery', label: 'Almost empty batteries', kind: 'switch' },
    { key: 'lowBattery', label: 'Low batteries', kind: 'switch' },
  ]
}
