// The names of schemas, taken from the names they are exported under, so that nobody has to repeat them. Read by OpenAPI.
import { z } from 'zod'
import * as channels from './channels.ts'
import * as domains from './domains.ts'
import * as fields from './fields.ts'
import * as list from './list.ts'
import * as problems from './problems.ts'

const files: readonly object[] = [fields, list, problems, channels, ...Object.values(domains)]

export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  files.flatMap((file) =>
    Object.entries<unknown>({ ...file }).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name] as const] : [],
    ),
  ),
)
