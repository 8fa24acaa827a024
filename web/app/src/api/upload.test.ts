import { floors } from '@rollcall/contracts/domains/floors'
import { personnel } from '@rollcall/contracts/domains/personnel'
import { describe, expect, it } from 'vitest'
import { refuseFile } from './upload.ts'

describe('refuseFile', () => {
  it('lets a good plan and a good photo through', () => {
    expect(refuseFile(floors.uploadPlan, { type: 'image/svg+xml', size: 1000 })).toBeNull()
    expect(refuseFile(personnel.uploadPhoto, { type: 'image/jpeg', size: 1000 })).toBeNull()
  })
  it('names the kinds that are accepted', () => {
    const says = refuseFile(floors.uploadPlan, { type: 'application/pdf', size: 1000 })
    expect(says).toContain('PNG, JPEG, WEBP, SVG')
  })
  it('names both sizes when a file is too large, and refuses an empty one', () => {
    const says = refuseFile(personnel.uploadPhoto, { type: 'image/png', size: 7 * 1024 * 1024 })
    expect(says).toBe('The file has 7 MB; at most 5 MB are accepted.')
    expect(refuseFile(personnel.uploadPhoto, { type: 'image/png', size: 0 })).toBe('The file is empty.')
  })
})
