// One value per combination of up to four labels. A map per label: to put a key together from them would cost more than all the
// counting. Used by counters and by durations.

type Level<Next> = Map<string, Next>

export type LabelTree<Value> = {
  /** Made by its first use. */
  at: (one: string, two: string, three: string, four: string) => Value
  values: () => readonly Value[]
}

export function createLabelTree<Value>(create: (labels: readonly string[]) => Value): LabelTree<Value> {
  const root: Level<Level<Level<Level<Value>>>> = new Map()
  const all: Value[] = []

  function open(one: string, two: string, three: string, four: string): Value {
    const value = create([one, two, three, four])
    all.push(value)
    inside(inside(inside(root, one), two), three).set(four, value)
    return value
  }

  /** Mostly the same is counted again. */
  let last: readonly string[] = []
  let lastValue: Value | undefined

  function find(one: string, two: string, three: string, four: string): Value {
    const value = root.get(one)?.get(two)?.get(three)?.get(four) ?? open(one, two, three, four)
    last = [one, two, three, four]
    lastValue = value
    return value
  }

  return {
    at: (one, two, three, four) =>
      lastValue !== undefined && last[0] === one && last[1] === two && last[2] === three && last[3] === four
        ? lastValue
        : find(one, two, three, four),
    values: () => all,
  }
}

function inside<Next>(level: Level<Map<string, Next>>, label: string): Map<string, Next> {
  const existing = level.get(label)
  if (existing) return existing
  const fresh = new Map<string, Next>()
  level.set(label, fresh)
  return fresh
}
