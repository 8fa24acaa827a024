// Queries of Prometheus and figures in its text format, far enough to tell whether a query asks for something that is shown.
import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** What a query asks for: a metric, and what it wants of its labels. */
type Selector = {
  readonly metric: string
  readonly labels: readonly { readonly name: string; readonly operator: string; readonly value: string }[]
}
type Query = { readonly selectors: readonly Selector[]; readonly groupedBy: readonly string[] }

/** Throws at what is no PromQL. */
function readQuery(text: string): Query {
  const selectors: { metric: string; labels: { name: string; operator: string; value: string }[] }[] = []
  const groupedBy: string[] = []
  const tree = parser.parse(text)
  tree.iterate({
    enter(node) {
      const said = (child: SyntaxNode | null) => (child ? text.slice(child.from, child.to) : '')
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${text}`)
      if (node.name === 'VectorSelector') selectors.push({ metric: said(node.node.getChild('Identifier')), labels: [] })
      if (node.name === 'UnquotedLabelMatcher')
        selectors.at(-1)?.labels.push({
          name: said(node.node.getChild('LabelName')),
          operator: said(node.node.getChild('MatchOp')),
          value: said(node.node.getChild('StringLiteral')).slice(1, -1),
        })
      if (node.name === 'GroupingLabels')
        groupedBy.push(...node.node.getChildren('LabelName').map((label) => said(label)))
    },
  })
  if (selectors.length === 0) throw new Error(`asks for nothing: ${text}`)
  return { selectors, groupedBy }
}

/** By metric, each sample's labels. */
export type Figures = ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>

export function readFigures(text: string, added: Readonly<Record<string, string>>): Figures {
  const figures = new Map<string, Record<string, string>[]>()
  for (const line of text.split('\n')) {
    const [, metric, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (metric === undefined) continue
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value])
    figures.set(metric, [...(figures.get(metric) ?? []), { ...Object.fromEntries(pairs), ...added }])
  }
  return figures
}

/** Sentences about what a query asks for and nobody shows. */
export function notShown(query: string, figures: Figures): string[] {
  const { selectors, groupedBy } = readQuery(query)
  return selectors.flatMap(({ metric, labels }) => {
    const samples = figures.get(metric)
    if (!samples) return [`${metric} is shown by no process`]
    const wrong = labels.filter(({ name, operator, value }) =>
      // Which statuses there were is chance; what is named outright must be there.
      operator === '=' ? !samples.some((sample) => sample[name] === value) : !samples.some((sample) => name in sample),
    )
    const missing = groupedBy.filter((name) => !samples.some((sample) => name in sample))
    return [
      ...wrong.map(({ name, value }) => `${metric} has no ${name}="${value}"`),
      ...missing.map((name) => `${metric} has no label ${name}`),
    ]
  })
}
