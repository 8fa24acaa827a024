// Health data and phone numbers stand in no audit record (rules 8): such a field is named, and whether it changed, without its value.
// Whether there is one at all is part of it. Called by write-audit.ts.
const names = new Set(['phone', 'emergencyContactPhone', 'specialNeeds'])

export const withheldText = '(not recorded)'
export const withheldChange = '(not recorded, changed)'

type Sides = { readonly before: unknown; readonly after: unknown }

/** Both sides of a record, as plain JSON. */
export function withheld({ before, after }: Sides): Sides {
  return { before: without(before, undefined), after: without(after, before) }
}

function without(value: unknown, other: unknown): unknown {
  if (Array.isArray(value))
    return value.map((part, index) => without(part, Array.isArray(other) ? other[index] : undefined))
  if (!isObject(value)) return value
  const beside = isObject(other) ? other : {}
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (!names.has(name)) return [name, without(part, beside[name])]
      const hasChanged = isObject(other) && JSON.stringify(part) !== JSON.stringify(beside[name] ?? null)
      return [name, hasChanged ? withheldChange : withheldText]
    }),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
