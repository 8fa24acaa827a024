// One page of a list (rules 8): sorting, counting and text search, for every *-queries.ts that lists something.
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

export type ListQuery = { readonly page: number; readonly pageSize: number; readonly sort?: string | undefined }
export type Page<T> = { items: T[]; total: number; page: number; pageSize: number }

/** Which fields may be sorted by, as SQL; `unique` breaks ties, so that no row appears on two pages. */
export type Sorting = {
  readonly fields: Readonly<Record<string, RawBuilder<unknown>>>
  readonly fallback: string
  readonly unique: RawBuilder<unknown>
  /** Of logs, whose fields are never null: they are read backward by their index, where "nulls last" would mean sorting them all. */
  readonly neverNull?: boolean
}

/** Somebody asked for an order that this list does not have. */
export class UnknownSort extends Error {
  /** Those that it has. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super('unknown sort')
    this.fields = fields
  }
}

export async function listPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  list: ListQuery,
  sorting: Sorting,
  /** How many there are, where that is known without counting. */
  known?: Promise<number>,
): Promise<Page<O>> {
  const { page, pageSize } = list
  const [total, items] = await Promise.all([known ?? count(query), onPage(query, list, sorting)])
  return { items, total, page, pageSize }
}

/**
 * The size is written out, and a first page leaves nothing out: a page of which PostgreSQL does not know size or beginning it takes for a long
 * one, and plans the statement anew each time (named-statements.ts), which takes longer than to answer it. For a later page the rows are chosen
 * first, because PostgreSQL works out whatever is asked of a row also for those that it leaves out; logs ask for nothing but columns.
 */
function onPage<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, list: ListQuery, sorting: Sorting) {
  const { page, pageSize, sort = sorting.fallback } = list
  const first = sorted(query, sort, sorting).limit(sql.lit(pageSize))
  if (page === 1) return first.execute()
  const offset = (page - 1) * pageSize
  if (sorting.neverNull) return first.offset(offset).execute()
  const chosen = first.offset(offset).clearSelect().select(sorting.unique.as('chosen'))
  return sorted(query, sort, sorting).where(sorting.unique, 'in', chosen).execute()
}

async function count<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return Number((counted as { total?: number } | undefined)?.total ?? 0)
}

/** For exports, which have no pages. */
export function sorted<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string,
  { fields, unique, neverNull = false }: Sorting,
): SelectQueryBuilder<DB, TB, O> {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) throw new UnknownSort(Object.keys(fields))
  return query
    .orderBy(field, (order) => (!descending ? order.asc() : neverNull ? order.desc() : order.desc().nullsLast()))
    .orderBy(unique, descending ? 'desc' : 'asc')
}

/** True where any of the columns contains the text, whatever its case. */
export function contains(text: string, ...columns: RawBuilder<unknown>[]): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column} ILIKE ${pattern}`),
    sql` OR `,
  )})`
}
