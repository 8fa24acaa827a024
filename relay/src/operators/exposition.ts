// Figures as text in Prometheus' format, made only when somebody asks for `/metrics`. Until then they are plain numbers.

export type Sample = { suffix?: string; labels?: Readonly<Record<string, string>>; value: number }

export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  samples: () => Iterable<Sample> | Promise<Iterable<Sample>>
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export async function exposition(families: readonly Family[]): Promise<string> {
  const lines: string[] = []
  for (const { name, help, type, samples } of families) {
    lines.push(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`)
    for (const { suffix = '', labels = {}, value } of await samples()) {
      lines.push(`${name}${suffix}${labelText(labels)} ${value}\n`)
    }
  }
  return lines.join('')
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, escaped)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)

export function gauge(name: string, help: string, read: () => number | Promise<number>): Family {
  return { name, help, type: 'gauge', samples: async () => [{ value: await read() }] }
}

/** The values of labels by the names that they have in this family. */
export function namedLabels(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}
