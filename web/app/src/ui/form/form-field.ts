// A form as data: what each field is called and how it is asked for (FormFields.vue draws it). What may be entered comes from the
// contract's schema, never from the feature: limits, required-ness, choices and the first value. A feature adds the words, once,
// for its form, its import and the headings of its table.
import { z } from 'zod'

export type Choice = { readonly label: string; readonly value: string; readonly suffix?: string }
export type Find = (q: string, signal: AbortSignal) => Promise<readonly Choice[]>

/** A value of an enum in words. */
export type Word = string | { readonly word: string } | { readonly label: string }

/** What a schema cannot know: how people speak of a field. */
export type FieldWords = {
  readonly label: string
  /** Stands behind the label in a form: "metres". */
  readonly unit?: string
  readonly help?: string
  readonly placeholder?: string
  /** The whole width of the form. */
  readonly wide?: boolean
  /** Where text is asked for in a special way. */
  readonly kind?: 'tel' | 'password' | 'prose' | 'colour' | 'moment'
  readonly step?: number
  /** Of the values of an enum. */
  readonly words?: Readonly<Record<string, Word>>
  /** What an id or a free text is chosen from; `find` asks the server while typing. */
  readonly choices?: readonly Choice[]
  readonly find?: Find
  /** The present choice of a `find` field, which the server need not be asked for. */
  readonly chosen?: Choice | null
  /** Given: the field can be imported, and this is what its cell looks like. */
  readonly example?: string
  /** Other headings that an import accepts for it. */
  readonly headings?: readonly string[]
  /** An import sends what it does not find among the choices under this name, for the server to create it. */
  readonly nameIn?: string
  /** Asked for in imports only. */
  readonly importOnly?: boolean
}

type Limits = {
  readonly kind: 'text' | 'email' | 'number' | 'choice' | 'choices' | 'switch'
  /** May be left empty; empty is sent as null, or left out where null is not accepted. */
  readonly optional: boolean
  readonly nullable: boolean
  /** An import must have its column. */
  readonly required: boolean
  /** What a new one begins with. */
  readonly initial: unknown
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  readonly options?: readonly string[]
  /** Names something else, which people know by its words. */
  readonly isId?: boolean
}

export type FormField = Omit<FieldWords, 'kind'> &
  Omit<Limits, 'kind'> & {
    /** Name in the body, and of the issue when it is refused. */
    readonly key: string
    readonly kind: Limits['kind'] | NonNullable<FieldWords['kind']> | 'find'
  }
export type FormValues = Record<string, unknown>

/** The words decide which fields there are and in which order; the schema, what may be entered. */
export function fieldsOf<S extends z.ZodType>(
  schema: S,
  words: { readonly [K in keyof z.input<S>]?: FieldWords },
): FormField[] {
  const shape = shapeOf(schema)
  return Object.entries<FieldWords | undefined>(words).flatMap(([key, said]) => {
    const field = shape[key]
    if (said === undefined || field === undefined) return []
    const limits = limitsOf(field, said.step ?? 1)
    const kind = said.find ? 'find' : said.choices && limits.kind === 'text' ? 'choice' : (said.kind ?? limits.kind)
    return { ...limits, ...said, key, kind, choices: said.choices ?? choicesFrom(limits.options ?? [], said.words) }
  })
}

/** The values of an enum with their words, in the order of the contract. */
export function choicesOf<V extends string>(
  values: { readonly options: readonly V[] },
  words: Readonly<Record<V, Word>>,
): { readonly label: string; readonly value: V }[] {
  return values.options.map((value) => ({ value, label: wordOf(words[value], value) }))
}

/** The present choice of a `find` field, when there is one. */
export function chosenAs(value: string | null | undefined, label: string | null | undefined): Choice | null {
  return value && label ? { value, label } : null
}

/** What the fields show of something stored, or of a new one that begins with `source`. */
export function formValues(fields: readonly FormField[], source: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, source[field.key] ?? field.initial ?? emptyValue(field)]))
}

/** What the fields show as a body for the API; text loses the blanks around it. */
export function formBody(fields: readonly FormField[], values: FormValues): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = sentValue(field, values[field.key])
      return value === undefined && field.optional ? [] : [[field.key, value]]
    }),
  )
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  // An alias is renamed before the object is parsed (contracts: entity-type-alias).
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out as z.ZodType)
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  throw new Error('A form needs the schema of an object')
}

/** For a form that draws its fields itself. */
export function limitsOf(schema: z.ZodType, step = 1): Limits {
  const absent = schema.safeParse(undefined)
  const nullable = schema.safeParse(null).success
  const common = {
    nullable,
    optional: nullable || (absent.success && absent.data === undefined),
    required: !absent.success,
    initial: absent.success ? absent.data : undefined,
  }
  const plain = unwrapped(schema)
  if (plain instanceof z.ZodBoolean) return { ...common, kind: 'switch' }
  if (plain instanceof z.ZodEnum) return { ...common, kind: 'choice', options: plain.options.map(String) }
  if (plain instanceof z.ZodArray) {
    const element = plain.element as z.ZodType
    return { ...common, kind: 'choices', options: element instanceof z.ZodEnum ? element.options.map(String) : [] }
  }
  if (plain instanceof z.ZodNumber) return { ...common, kind: 'number', ...rangeOf(plain, step) }
  const { maxLength = null, format = null } = plain as Partial<z.ZodString>
  const length = maxLength === null ? {} : { maxLength }
  return { ...common, kind: format === 'email' ? 'email' : 'text', isId: format === 'uuid', ...length }
}

/** A limit that is itself refused ("more than 0") is one step further in. */
function rangeOf(schema: z.ZodNumber, step: number): { min?: number; max?: number } {
  const { minValue, maxValue } = schema
  const accepts = (value: number) => schema.safeParse(value).success
  const min = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? minValue : null
  const max = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? maxValue : null
  return {
    ...(min === null ? {} : { min: accepts(min) ? min : min + step }),
    ...(max === null ? {} : { max: accepts(max) ? max : max - step }),
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const wraps = [z.ZodOptional, z.ZodNullable, z.ZodDefault].some((wrapper) => schema instanceof wrapper)
  return wraps ? unwrapped((schema as z.ZodOptional<z.ZodType>).unwrap()) : schema
}

function choicesFrom(values: readonly string[], words: FieldWords['words']): Choice[] {
  return values.map((value) => ({ value, label: wordOf(words?.[value], value) }))
}

function wordOf(said: Word | undefined, value: string): string {
  if (said === undefined || typeof said === 'string') return said ?? value
  return 'word' in said ? said.word : said.label
}

function emptyValue({ kind, optional, choices }: FormField): unknown {
  if (kind === 'switch') return false
  if (kind === 'choices') return []
  if (kind === 'number') return undefined
  if (kind === 'choice' && !optional) return choices?.[0]?.value ?? ''
  return kind === 'colour' ? '#64748b' : ''
}

function sentValue({ kind, optional, nullable }: FormField, value: unknown): unknown {
  const plain = typeof value === 'string' ? value.trim() : value
  if (optional && (plain === '' || plain === undefined || plain === null)) return nullable ? null : undefined
  return kind === 'choices' && Array.isArray(plain) ? [...plain] : plain
}
