import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '../form/form-field.ts'
import { useImport } from './use-import.ts'

it('asks again for the rows of which a server that was not reached said nothing, and for no others', async () => {
  const asked: number[] = []
  const send = (items: never[]) => {
    asked.push(items.length)
    if (asked.length === 2) return Promise.reject(new Error('No network'))
    const rows = items.map((_, index) => ({
      index,
      ok: true as const,
      id: '',
      outcome: 'created' as const,
      fields: [],
    }))
    return Promise.resolve({ created: items.length, changed: 0, unchanged: 0, failed: 0, rows })
  }
  const schema = z.strictObject({ employeeId: z.string(), fullName: z.string() })
  const fields = fieldsOf(schema, { employeeId: { label: 'Number' }, fullName: { label: 'Full name' } })
  const work = useImport({ fields, schema, needed: ['employeeId'], previews: true, send })
  const lines = Array.from({ length: 1200 }, (_, at) => `${at},Ада ${at}`)
  await work.read(new File([['Number,Full name', ...lines].join('\n')], 'people.csv'))
  expect([work.problem.value, work.counts.value.created, work.unasked.value.length]).toEqual([
    expect.any(String),
    500,
    700,
  ])
  await work.askAgain()
  expect([work.problem.value, work.counts.value.created, work.unasked.value.length]).toEqual([null, 1200, 0])
  expect(asked).toEqual([500, 500, 500, 200])
})
