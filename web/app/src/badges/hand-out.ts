// Hands out badges to many people at once, each pair with its own answer: from the page that fills in badges of the stock, and
// from a list of numbers and addresses (spec 4.2 Transmitters).
import { PersonType, personnel } from '@rollcall/contracts/domains/personnel'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import type { BulkResult } from '@rollcall/contracts/list'
import { TransmitterId } from '@rollcall/contracts/fields'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { ProblemError } from '../api/problem-error.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import { eachAnswer } from '../ui/table/each-of.ts'
import { t } from './texts.ts'

type Carrier = { readonly id: string; readonly entityType: z.infer<typeof PersonType> }

export async function give(transmitterId: string, { id: entityId, entityType }: Carrier): Promise<void> {
  try {
    await call(transmitters.assign, { body: { transmitterId, entityType, entityId, force: false } })
  } catch (error) {
    throw error instanceof ProblemError ? plainer(error) : error
  }
}

/** A row of a list: the organisation's own number of the person, and the address on the badge. */
export const Pair = z.strictObject({ employeeId: z.string().min(1), transmitterId: TransmitterId })
export const pairFields = () =>
  fieldsOf(Pair, {
    employeeId: {
      label: t('number'),
      headings: ['employee id', 'person', 'personnel number'],
      example: 'E-1042',
    },
    transmitterId: {
      label: t('badge'),
      headings: ['address', 'mac', 'uuid'],
      example: 'c3:00:00:00:00:01',
    },
  })

export async function giveByList(pairs: readonly z.input<typeof Pair>[]): Promise<z.infer<typeof BulkResult>> {
  const given = new Map<number, string>()
  const answers = await eachAnswer([...pairs.entries()], async ([index, pair]) => {
    const { employeeId, transmitterId } = Pair.parse(pair)
    const person = await personNumbered(employeeId)
    await give(transmitterId, person)
    given.set(index, person.id)
  })
  const rows = answers.map((message, index) =>
    message === null
      ? { index, ok: true as const, id: given.get(index) ?? '', outcome: 'created' as const, fields: [] }
      : { index, ok: false as const, code: 'refused', path: null, message, note: null },
  )
  return { created: given.size, changed: 0, unchanged: 0, failed: pairs.length - given.size, rows }
}

/** The register is asked kind by kind; numbers are unique across them. */
async function personNumbered(number: string): Promise<Carrier> {
  for (const entityType of PersonType.options) {
    const { items } = await call(personnel.list, { query: { q: number, entityType, sort: 'employeeId', pageSize: 50 } })
    const found = items.find(({ employeeId }) => employeeId.toLowerCase() === number.toLowerCase())
    if (found) return found
  }
  throw new ProblemError({ code: 'not_found', status: 404, message: t('nobodyHasThisNumber') })
}

function plainer(error: ProblemError): ProblemError {
  const sentences: Readonly<Record<string, string>> = {
    conflict: t('somebodyCarriesThisBadge'),
    not_found: t('noBadgeWithThisAddressIs'),
  }
  const message = sentences[error.code]
  return message === undefined ? error : new ProblemError({ code: error.code, status: error.status, message })
}
