import { floors } from '@rollcall/contracts/domains/floors'
import { personnel } from '@rollcall/contracts/domains/personnel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refuseFile, refusePixels, upload } from './upload.ts'

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

it('refuses a picture that is small as a file and huge once opened', async () => {
  const head = new Uint8Array([0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 1, 0, 0, 0, 1, 0, 0])
  const file = new File([head], 'plan.png', { type: 'image/png' })
  expect(await refusePixels(floors.uploadPlan, file)).toContain('65,536 × 65,536 pixels; at most 40 million')
  const drawing = new File(['<svg/>'], 'plan.svg', { type: 'image/svg+xml' })
  expect(await refusePixels(floors.uploadPlan, drawing)).toBeNull()
})

afterEach(() => vi.unstubAllGlobals())

// holds appendix CSRF-4
it('sends the CSRF token with the file, and tells how far it is', async () => {
  const sent: Record<string, unknown> = {}
  class Request extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 200
    readonly responseText = '{"success":true,"data":{"id":"f1"}}'
    open = (method: string, url: string) => Object.assign(sent, { method, url })
    setRequestHeader = (name: string, value: string) => void (sent[name.toLowerCase()] = value)
    send(form: FormData) {
      sent['file'] = form.get(floors.uploadPlan.body.upload.field)
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('document', { cookie: 'csrf_token=held' })
  const shares: number[] = []
  const file = new File(['<svg/>'], 'plan.svg', { type: 'image/svg+xml' })
  const where = { params: { floorId: 'f1' }, file, onProgress: (share: number) => void shares.push(share) }
  expect(await upload(floors.uploadPlan, where)).toEqual({ id: 'f1' })
  expect(sent).toMatchObject({ method: 'POST', url: '/api/floors/f1/upload', 'x-csrf-token': 'held' })
  expect([sent['file'] instanceof File, shares]).toEqual([true, [0.5]])
})
