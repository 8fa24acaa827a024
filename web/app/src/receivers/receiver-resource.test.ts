import { ReceiverBulk } from '@rollcall/contracts/domains/receivers'
import { describe, expect, it } from 'vitest'
import { importRow } from '../ui/import/import-rows.ts'
import { receiverFields } from './receiver-resource.ts'

describe('an imported receiver', () => {
  const floor = { label: 'Ground floor', value: '00000000-0000-4000-8000-000000000001' }
  const read = (receiverId: string, name: string, floorId: string, x: string, y: string) =>
    importRow(2, { receiverId, name, floorId, x, y }, receiverFields([floor]), ReceiverBulk.shape.receivers.element)
  it('finds its floor by name and its position in percent', () => {
    expect(read('ac:23:3f:c0:00:01', 'Hall', 'ground FLOOR', '12.5', '40').item).toMatchObject({
      floorId: floor.value,
      x: 12.5,
      y: 40,
    })
  })
  it('is refused for an unknown floor, and for half a position', () => {
    expect(read('ac:23:3f:c0:00:01', 'Hall', 'Attic', '', '').mistakes[0]?.message).toContain(
      'There is no floor “Attic”',
    )
    expect(read('ac:23:3f:c0:00:01', 'Hall', '', '12', '').mistakes[0]?.message).toContain('Give x and y together')
  })
})
