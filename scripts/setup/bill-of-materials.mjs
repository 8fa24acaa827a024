// What a release is made of, as CycloneDX: every package in it and every one that is built into the browser application. By our own hand,
// because `npm sbom --omit=dev` leaves out what a development package needs too. Called by scripts/release.mjs.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './project.mjs'

/** @param {string} version @param {string[]} paths of installed packages */
export function billOfMaterials(version, paths) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const inside = [...new Set(paths.map((path) => relative(root, path)))].filter(
    (path) => path && !path.includes('@rollcall'),
  )
  const all = inside.map((path) => componentOf(path, packages[path]?.integrity)).map((one) => [one['bom-ref'], one])
  const list = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'rollcall',
        name: 'rollcall',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    // The same package may lie in several places.
    components: [...new Map(/** @type {[string, object][]} */ (all)).values()],
  }
  return `${JSON.stringify(list, null, 1)}\n`
}

/** @param {string} path @param {string | undefined} integrity */
function componentOf(path, integrity) {
  const { name, version, license, description } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  const [group, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest] = (integrity ?? '').split('-')
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: ownName,
    version,
    ...(description ? { description } : {}),
    ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest ?? '', 'base64').toString('hex') }] }
      : {}),
    purl,
  }
}
