// Good bodies of the rows of imports, for good-bodies.test.ts.
import { randomUUID } from 'node:crypto'
import type { Caller } from './a-backend.ts'
import { aMac } from './site-things.ts'

export const importBodies = (admin: () => Caller) => ({
  'assets.import': async () => ({
    path: '/api/assets/import',
    body: { assets: [{ serialNumber: aMac(), name: 'A', category: 'Trolley' }] },
  }),
  'imports.undo': async () => {
    const importId = randomUUID()
    const people = [{ employeeId: importId, fullName: 'Ada' }]
    const { body } = await admin()('POST', '/api/personnel/import', { people, importId })
    // What is gone already leaves only the record of the undoing itself.
    await admin()('DELETE', `/api/personnel/${body.data.rows[0].id}`)
    return { path: `/api/imports/${importId}/undo` }
  },
})
