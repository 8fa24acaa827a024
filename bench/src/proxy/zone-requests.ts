// What the load of the proxy measurement asks for: a list of zones, and the creation of one with a body that its schema accepts.
// Built for the load, answered by the stub backend.
import { requestText } from '../measuring/request-text.ts'

const floorId = '7c0f6a3e-12f4-4d7a-8f0e-2f8f1f5c6b10'
const zoneTypeId = 'a3d1c5b2-5a0e-4c8f-9d64-3e1b2c4d5e6f'

export const newZone = {
  floorId,
  name: 'Assembly hall, north side',
  zoneTypeId,
  polygon: Array.from({ length: 8 }, (_, at) => ({ x: 10 + at * 2.5, y: 20 + (at % 4) * 7.25 })),
  isMusterPoint: true,
  capacity: 120,
}

/** About 1.5 KB, as a page of a small building. */
export const zoneList = JSON.stringify({
  success: true,
  data: {
    items: Array.from({ length: 3 }, (_, at) => ({
      ...newZone,
      id: `4f4a9a6e-7d0a-4b43-9a31-0f3a4f0d9a0${at}`,
      createdAt: '2026-11-01T08:00:00.000Z',
      updatedAt: '2026-11-01T08:00:00.000Z',
    })),
    total: 3,
    page: 1,
    pageSize: 25,
  },
})

export const downloadBytes = 200 * 1024 * 1024

/** What a signed-in browser holds: the Cookie header and the CSRF token that goes beside it. */
export type Credentials = { readonly cookie: string; readonly csrfToken: string }

type Request = { readonly method: string; readonly path: string; readonly body?: unknown } & Partial<Credentials>

/** As a browser sends it. */
export function browserRequest({ cookie, csrfToken, ...request }: Request): string {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) measurement',
    'Accept-Language': 'en',
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(csrfToken !== undefined && { 'X-CSRF-Token': csrfToken }),
  }
  return requestText({ ...request, headers })
}
