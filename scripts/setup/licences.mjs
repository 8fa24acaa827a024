// Under which licences the packages stand that an installation runs or its browser application is built of. Called by
// scripts/check-dependencies.mjs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each lets us ship a package unchanged with a product under MIT; what MPL-2.0 asks for concerns changes of its own files. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages that name none in a form to be read: what their licence file says, seen by us. */
const readByHand = new Map([
  ['dejavu-fonts-ttf', 'Bitstream Vera (free to ship, not to sell by itself)'],
  ['png-js', 'MIT'],
  ['vaul-vue', 'MIT'],
])

/**
 * Those of the lock file without a licence that is allowed, as sentences. Development packages are not looked at; of packages that are
 * made for another platform the lock file is believed, and where it is silent they stand under the licence of the one beside it.
 * @param {string} root @returns {string[]}
 */
export function refusedLicences(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { dev, devOptional, link, optional, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!path.includes('node_modules/') || dev || devOptional || link || readByHand.has(name)) return []
    const file = join(root, path, 'package.json')
    const said = license ?? (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined)
    if (said === undefined && optional && !existsSync(file)) return []
    return isAllowed(said) ? [] : [`${name}: ${said ?? 'names no licence'}`]
  })
}

/** `(MIT OR Apache-2.0)`: one is enough; `MIT AND ISC`: all must be. @param {unknown} said */
export function isAllowed(said) {
  if (typeof said !== 'string') return false
  const choices = said.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))
}
