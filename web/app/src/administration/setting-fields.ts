// The settings of a site as forms: general, security, storage, radio, alerts (rules 8 and 10). Limits are those of the contract.
import { AlertSettings, BleSettings, GeneralSettings, SecuritySettings } from '@rollcall/contracts/domains/settings'
import type { SettingsReply } from '@rollcall/contracts/domains/settings'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { FormField } from '../ui/form/form-field.ts'
import { timeZoneChoices } from '../ui/form/time-zones.ts'

export const generalFields = fieldsOf(GeneralSettings, {
  organisation: { label: 'Organisation' },
  timezone: { label: 'Time zone of new buildings', choices: timeZoneChoices },
  units: { label: 'Units', words: { metric: 'Metres, °C', imperial: 'Feet, °F' } },
})

export const retentionFields = fieldsOf(GeneralSettings.shape.retentionDays, {
  positions: { label: 'Positions', unit: 'days' },
  ambient: { label: 'Ambient devices', unit: 'days' },
  audit: { label: 'Audit log', unit: 'days' },
  visits: { label: 'Visits', unit: 'days', help: 'After their end' },
  batteries: { label: 'Batteries', unit: 'days', help: 'What they reported' },
  assets: { label: 'Moves of assets', unit: 'days' },
  emergencies: { label: 'Emergencies and drills', unit: 'days', help: 'With their reports, after their end' },
})

export const securityFields = fieldsOf(SecuritySettings, {
  secondFactorForAll: {
    label: 'Everybody needs a second factor',
    help: 'Whoever has none sets it up after the next click. For some roles only: see Roles',
  },
})

export const radioFields = fieldsOf(BleSettings, {
  minimumRssiDbm: { label: 'Weakest reading', unit: 'dBm', help: 'Weaker ones are ignored' },
  referencePowerDbm: { label: 'Power at 1 m', unit: 'dBm', help: 'For badges without a value of their own' },
  pathLossExponent: { label: 'Path loss', step: 0.1, help: 'Until a floor is calibrated' },
  maximumSpeedMps: { label: 'Fastest walk', unit: 'm/s', step: 0.5, help: 'No marker moves faster' },
  liveLagSeconds: {
    label: 'Markers wait',
    unit: 'seconds',
    step: 0.5,
    help: 'Exactness over speed: shown later, closer to the truth. Rooms and floors never wait',
  },
  windowSeconds: { label: 'Look back', unit: 'seconds', help: 'Readings of this time make one position' },
  maximumWindowSeconds: { label: 'Look back at most', unit: 'seconds', help: 'Until three receivers were heard' },
  floorChangeUpdates: { label: 'Floor changes after', unit: 'updates', help: 'So many in a row must agree' },
  clockToleranceSeconds: { label: 'Receiver clocks may be off', unit: 'seconds' },
  zoneEnterProbability: { label: 'Zone entered at certainty', step: 0.05, help: 'From 0 to 1' },
  zoneEnterSeconds: { label: 'Entered after', unit: 'seconds', help: 'At that certainty' },
  zoneLeaveProbability: { label: 'Zone left below certainty', step: 0.05, help: 'From 0 to 1' },
  zoneLeaveSeconds: { label: 'Left after', unit: 'seconds', help: 'Below that certainty' },
})

/** A switch that sends nothing says so. */
export function alertFields(senders: SettingsReply['senders']): FormField[] {
  const unless = (isThere: boolean, missing: string, there: string) =>
    isThere ? there : `Nothing is sent: ${missing} is not set. What would be sent is recorded.`
  return fieldsOf(AlertSettings, {
    push: { label: 'On open pages', help: 'A note at once; the bell counts in any case' },
    email: { label: 'By email', help: unless(senders.email, 'SMTP_URL', 'To the account’s address') },
    sms: {
      label: 'By text message',
      help: unless(senders.sms, 'NOTIFY_WEBHOOK_URL', 'To the number of the emergency contact with the same address'),
    },
    cooldownMinutes: {
      label: 'Not again within',
      unit: 'minutes',
      help: 'What comes back sooner is the same alert',
    },
    emergency: { label: 'Emergencies', help: 'Not drills; contacts are told in any case' },
    capacity: { label: 'Too many people in a zone' },
    restrictedZone: { label: 'Guests in restricted zones' },
    restrictedZoneStaff: { label: 'Employees there, too' },
    deviceOffline: {
      label: 'Badges that fall silent',
      help: 'Of assets, and of people who were last inside; after 15 minutes',
    },
    gatewayOffline: { label: 'Receivers that fall silent', help: 'After 90 seconds' },
    criticalBattery: { label: 'Almost empty batteries' },
    lowBattery: { label: 'Low batteries' },
  })
}
