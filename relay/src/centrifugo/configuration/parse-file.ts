// The text of a configuration file by its name: YAML, TOML, otherwise JSON. Called by the settings.
import { extname } from 'node:path'

/** Throws when the text is not of that form. */
export function parseConfig(path: string, text: string): unknown {
  const form = extname(path).toLowerCase()
  if (form === '.yaml' || form === '.yml') return Bun.YAML.parse(text)
  if (form === '.toml') return Bun.TOML.parse(text)
  return JSON.parse(text)
}
