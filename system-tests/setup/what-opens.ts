// What opens on the pages as an administrator: the path, the button by its name, and for menus the entry that leads on to a dialog.
export type Opening = readonly [path: string, button: string | RegExp, entry?: string]

export const opened: readonly Opening[] = [
  ['/', /^Search/],
  ['/', /Ada|The admin|Profile/],
  ['/', /^Alerts/],
  ['/people', 'Add person'],
  ['/people', 'Import'],
  ['/people', 'Export'],
  ['/people', /^Actions for/, 'Change'],
  ['/assets', 'Add asset'],
  ['/badges', 'Register badge'],
  ['/badges', /^Actions for/, 'Import badges'],
  ['/badges/hand-out', 'From a list'],
  ['/batteries', 'Change'],
  ['/receivers', 'Register'],
  ['/receivers', 'Discover'],
  ['/weather', 'Change'],
  ['/buildings', 'Add building'],
  ['/zone-types', 'Add zone type'],
  ['/departments', 'Add department'],
  ['/accounts', 'New account'],
  ['/audit', 'Details'],
  ['/emergency', 'Start a drill'],
  ['/emergency', 'Trigger an emergency'],
  ['/emergency/contacts', 'Add contact'],
  ['/floor-plan', 'Layers'],
]
export const overlay = '[role="dialog"], [role="menu"]'
