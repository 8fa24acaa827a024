// A form as data: what each field is called and how it is asked for (FormFields.vue draws it). Turns a stored
// thing into what the fields show, and what they show into a body for the API.

export type Choice = { readonly label: string; readonly value: string; readonly suffix?: string }

export type FormField = {
  /** Name in the body, and of the issue when it is refused. */
  readonly key: string
  readonly label: string
  /** Text when absent. `find` asks the server while typing. */
  readonly kind?: 'email' | 'tel' | 'number' | 'choice' | 'choices' | 'switch' | 'prose' | 'colour' | 'find'
  readonly choices?: readonly Choice[]
  readonly find?: (q: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** The present choice of a `find` field, which the server need not be asked for. */
  readonly chosen?: Choice | null
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly help?: string
  /** May be left empty; empty is sent as null. */
  readonly optional?: boolean
  readonly placeholder?: string
  /** The whole width of the form. */
  readonly wide?: boolean
}

export type FormValues = Record<string, unknown>

export function formValues(fields: readonly FormField[], source: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, source[field.key] ?? emptyOf(field)]))
}

/** Empty optional fields become null; text loses the blanks around it. */
export function formBody(fields: readonly FormField[], values: FormValues): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, sent(field, values[field.key])]))
}

function emptyOf({ kind, optional, choices }: FormField): unknown {
  if (kind === 'switch') return false
  if (kind === 'choices') return []
  if (kind === 'number') return undefined
  if (kind === 'choice' && !optional) return choices?.[0]?.value ?? ''
  return kind === 'colour' ? '#64748b' : ''
}

function sent({ kind, optional }: FormField, value: unknown): unknown {
  const plain = typeof value === 'string' ? value.trim() : value
  if (optional && (plain === '' || plain === undefined)) return null
  return kind === 'choices' && Array.isArray(plain) ? [...plain] : plain
}
