// Domains whose behaviour is still to come: every row is named, so that the compiler notices new ones.
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { BackendRows } from '@rollcall/contracts/api'
import type { Context } from '../http/context.ts'
import { notBuilt } from '../http/not-built.ts'

type Of<D extends keyof BackendRows> = Handlers<BackendRows[D], Context>

export const personnelHandlers: Of<'personnel'> = {
  list: notBuilt,
  create: notBuilt,
  exportCsv: notBuilt,
  exportPdf: notBuilt,
  import: notBuilt,
  batchDelete: notBuilt,
  bulkActivate: notBuilt,
  bulkDeactivate: notBuilt,
  read: notBuilt,
  change: notBuilt,
  remove: notBuilt,
  photo: notBuilt,
  uploadPhoto: notBuilt,
  removePhoto: notBuilt,
  beacons: notBuilt,
}
export const assetsHandlers: Of<'assets'> = {
  list: notBuilt,
  create: notBuilt,
  read: notBuilt,
  change: notBuilt,
  remove: notBuilt,
  history: notBuilt,
}
export const emergencyHandlers: Of<'emergency'> = {
  list: notBuilt,
  create: notBuilt,
  trigger: notBuilt,
  active: notBuilt,
  events: notBuilt,
  read: notBuilt,
  change: notBuilt,
  notifications: notBuilt,
}
export const musterHandlers: Of<'muster'> = {
  read: notBuilt,
  account: notBuilt,
  createLinks: notBuilt,
  report: notBuilt,
  reportCsv: notBuilt,
  reportPdf: notBuilt,
  link: notBuilt,
  answerLink: notBuilt,
}
export const contactsHandlers: Of<'contacts'> = {
  list: notBuilt,
  create: notBuilt,
  change: notBuilt,
  remove: notBuilt,
}
export const dashboardHandlers: Of<'dashboard'> = {
  read: notBuilt,
  summary: notBuilt,
  buildings: notBuilt,
  floors: notBuilt,
  floor: notBuilt,
  departments: notBuilt,
  personnel: notBuilt,
}
export const batteryHandlers: Of<'battery'> = {
  stats: notBuilt,
  alerts: notBuilt,
  thresholds: notBuilt,
  changeThresholds: notBuilt,
  device: notBuilt,
  history: notBuilt,
}
export const weatherHandlers: Of<'weather'> = {
  conditions: notBuilt,
  forecast: notBuilt,
  alerts: notBuilt,
  settings: notBuilt,
  changeSettings: notBuilt,
  refresh: notBuilt,
}
export const transmittersHandlers: Of<'transmitters'> = {
  list: notBuilt,
  create: notBuilt,
  assign: notBuilt,
  bulk: notBuilt,
  unassigned: notBuilt,
  read: notBuilt,
  change: notBuilt,
  patch: notBuilt,
  remove: notBuilt,
}
export const phoneBeaconHandlers: Of<'phoneBeacon'> = {
  createToken: notBuilt,
  completeEnrollment: notBuilt,
  irkRecords: notBuilt,
  view: notBuilt,
}
export const beaconsHandlers: Of<'beacons'> = {
  list: notBuilt,
  create: notBuilt,
  read: notBuilt,
  change: notBuilt,
  remove: notBuilt,
}
export const departmentsHandlers: Of<'departments'> = {
  list: notBuilt,
  create: notBuilt,
  read: notBuilt,
  change: notBuilt,
  remove: notBuilt,
}
export const diagnosticsHandlers: Of<'diagnostics'> = {
  signalMonitor: notBuilt,
}
export const activityHandlers: Of<'activity'> = {
  list: notBuilt,
}
