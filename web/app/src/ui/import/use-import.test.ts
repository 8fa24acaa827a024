import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '../form/form-field.ts'
import { useImport } from './use-import.ts'

const schema = z.strictObject({ employeeId: z.string().trim(), fullName: z.string() })
const fields = fieldsOf(schema, { employeeId: { label: 'Number' }, fullName: { label: 'Full name' } })

it('asks again for the rows of which a server that was not reached said nothing, and for no others', async () => {
  const asked: number[] = []
  const send = (items: never[]) => {
    asked.push(items.length)
    return asked.length === 2 ? Promise.reject(new Error('No network')) : allCreated(items)
  }
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

it('finds two rows with the same number however far apart, also after one is mended or left out', async () => {
  const work = useImport({ fields, schema, needed: ['employeeId'], previews: true, send: allCreated })
  const lines = Array.from({ length: 1200 }, (_, at) => `${at === 1100 ? 'n3' : `N${at}`},Ада ${at}`)
  await work.read(new File([['Number,Full name', ...lines].join('\n')], 'people.csv'))
  const seen = () => ({
    created: work.counts.value.created,
    written: work.good.value.length,
    wrong: work.wrong.value.map(({ row, mistakes }) => [row.line, mistakes[0]?.key, mistakes[0]?.message]),
  })
  const same = 'Another row of this list has the same.'
  const last = [1102, 'employeeId', same]
  expect(seen()).toEqual({ created: 1199, written: 1199, wrong: [last] })
  await work.mend(1102, 'employeeId', 'N5000')
  expect(seen()).toEqual({ created: 1200, written: 1200, wrong: [] })
  await work.mend(1102, 'employeeId', 'N7')
  expect(seen()).toEqual({ created: 1199, written: 1199, wrong: [last] })
  await work.leaveOut(9)
  expect(seen()).toEqual({ created: 1199, written: 1199, wrong: [] })
  expect(work.unasked.value).toEqual([])
})

function allCreated(items: never[]) {
  const rows = items.map((_, index) => ({ index, ok: true as const, id: '', outcome: 'created' as const, fields: [] }))
  return Promise.resolve({ created: items.length, changed: 0, unchanged: 0, failed: 0, rows })
}
