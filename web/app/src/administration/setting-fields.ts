// The settings of a site as forms: general, security, storage, radio, alerts (rules 8 and 10). Limits are those of the contract.
import { AlertSettings, BleSettings, GeneralSettings, SecuritySettings } from '@rollcall/contracts/domains/settings'
import type { SettingsReply } from '@rollcall/contracts/domains/settings'
import { languageNames } from '../languages/language.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { FormField } from '../ui/form/form-field.ts'
import { timeZoneChoices } from '../ui/form/time-zones.ts'
import { t } from './texts.ts'

export const generalFields = () =>
  fieldsOf(GeneralSettings, {
    organisation: { label: t('organisation') },
    timezone: { label: t('timeZone'), choices: timeZoneChoices },
    language: { label: t('language'), help: t('languageHelp'), words: languageNames },
    units: { label: t('units'), words: { metric: t('unitsMetric'), imperial: t('unitsImperial') } },
  })

export const retentionFields = () =>
  fieldsOf(GeneralSettings.shape.retentionDays, {
    positions: { label: t('positions'), unit: t('days') },
    ambient: { label: t('ambient'), unit: t('days') },
    audit: { label: t('auditLog'), unit: t('days') },
    visits: { label: t('visits'), unit: t('days'), help: t('visitsHelp') },
    batteries: { label: t('batteries'), unit: t('days'), help: t('batteriesHelp') },
    assets: { label: t('assetMoves'), unit: t('days') },
    emergencies: { label: t('emergenciesAndDrills'), unit: t('days'), help: t('emergenciesKeptHelp') },
  })

export const securityFields = () =>
  fieldsOf(SecuritySettings, {
    secondFactorForAll: {
      label: t('factorForAll'),
      help: t('factorForAllHelp'),
      wide: true,
    },
  })

export const radioFields = () =>
  fieldsOf(BleSettings, {
    minimumRssiDbm: { label: t('weakest'), unit: 'dBm', help: t('weakestHelp') },
    referencePowerDbm: { label: t('powerAtOne'), unit: 'dBm', help: t('powerAtOneHelp') },
    pathLossExponent: { label: t('pathLoss'), step: 0.1, help: t('pathLossHelp') },
    maximumSpeedMps: { label: t('fastestWalk'), unit: 'm/s', step: 0.5, help: t('fastestWalkHelp') },
    liveLagSeconds: {
      label: t('markersWait'),
      unit: t('seconds'),
      step: 0.5,
      help: t('markersWaitHelp'),
    },
    windowSeconds: { label: t('lookBack'), unit: t('seconds'), help: t('lookBackHelp') },
    maximumWindowSeconds: { label: t('lookBackMost'), unit: t('seconds'), help: t('lookBackMostHelp') },
    floorChangeUpdates: { label: t('floorChange'), unit: t('updates'), help: t('floorChangeHelp') },
    clockToleranceSeconds: { label: t('clocksOff'), unit: t('seconds') },
    zoneEnterProbability: { label: t('zoneEntered'), step: 0.05, help: t('fromZeroToOne') },
    zoneEnterSeconds: { label: t('enteredAfter'), unit: t('seconds'), help: t('atThatCertainty') },
    zoneLeaveProbability: { label: t('zoneLeft'), step: 0.05, help: t('fromZeroToOne') },
    zoneLeaveSeconds: { label: t('leftAfter'), unit: t('seconds'), help: t('belowThatCertainty') },
  })

/** A switch that sends nothing says so. */
export function alertFields(senders: SettingsReply['senders']): FormField[] {
  const unless = (isThere: boolean, missing: string, there: string) => (isThere ? there : t('nothingSent', { missing }))
  return fieldsOf(AlertSettings, {
    push: { label: t('onPages'), help: t('onPagesHelp') },
    email: { label: t('byEmail'), help: unless(senders.email, 'SMTP_URL', t('byEmailHelp')) },
    sms: {
      label: t('bySms'),
      help: unless(senders.sms, 'NOTIFY_WEBHOOK_URL', t('bySmsHelp')),
    },
    cooldownMinutes: {
      label: t('cooldown'),
      unit: t('minutes'),
      help: t('cooldownHelp'),
    },
    emergency: { label: t('emergencies'), help: t('emergenciesHelp') },
    capacity: { label: t('tooManyPeople') },
    restrictedZone: { label: t('guestsRestricted') },
    restrictedZoneStaff: { label: t('staffThereToo') },
    deviceOffline: {
      label: t('badgesSilent'),
      help: t('badgesSilentHelp'),
    },
    gatewayOffline: { label: t('receiversSilent'), help: t('receiversSilentHelp') },
    criticalBattery: { label: t('batteriesCritical') },
    lowBattery: { label: t('batteriesLow') },
  })
}
