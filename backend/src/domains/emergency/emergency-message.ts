// What contacts are told when an emergency begins or ends. A drill says so first, in every channel.
import type { Emergency } from '@rollcall/contracts/domains/emergency'

export function messageAbout(emergency: Emergency) {
  const { id, scenario, mode, message, state, resolution, counts, scope, triggeredBy, triggeredAt } = emergency
  const what = scenario.replaceAll('_', ' ')
  const mark = mode === 'live' ? '' : `[${mode.toUpperCase()}] `
  const isOver = state === 'resolved'
  const subject = `${mark}${isOver ? `Resolved: ${what} (${resolution?.replaceAll('_', ' ')})` : `Emergency: ${what}`}`
  const lines = [
    ...(mode === 'live' ? [] : [`This is a ${mode}, not an emergency.`]),
    isOver ? `The emergency (${what}) is over.` : `An emergency (${what}) was triggered by ${triggeredBy}.`,
    message,
    `${counts.total} people on the roster, ${counts.unknown} not yet accounted for.`,
    `Triggered at ${triggeredAt}.`,
  ]
  return {
    emergencyId: id,
    scenario,
    buildingIds: scope.buildingIds,
    subject,
    text: lines.filter(Boolean).join('\n'),
  }
}
