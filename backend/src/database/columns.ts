// Column types of the tables: what pg gives back and what it takes (see connect.ts for the parsers).
import type { ColumnType } from 'kysely'

/** Read as ISO 8601 in UTC, ready for a reply; written as a Date or such a text. */
export type Timestamp = ColumnType<string, Date | string, Date | string>
export type NullableTimestamp = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
export type DefaultTimestamp = ColumnType<string, Date | string | undefined, Date | string>

/** jsonb: read as the value, written as JSON text (pg would turn a JavaScript array into a PostgreSQL array). */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** A column that may be left out on insert because it may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export type ReadOnly<T> = ColumnType<T, never, never>
