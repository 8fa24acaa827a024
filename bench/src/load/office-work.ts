// What people at their desks ask for while a drill goes on: pages, lists, the past, and one in eight changes something of their own.
// Used by load-bench.ts.
import { asked, type Ids } from '../backend/requests.ts'
import type { Phone } from '../board/phone.ts'

/** Of so many requests one saves a view and one deletes it. */
const changesEvery = 16

/** The work of the n-th request. */
export function officeWork(offices: readonly Phone[], ids: Ids, floors: readonly string[]) {
  // Everybody at once is what the wardens read.
  const paths = asked.filter(({ name }) => name !== 'muster, everybody').map(({ path }) => path(ids))
  const pages = [...paths, ...floors.map((floorId) => `/api/context/floor/${floorId}`), '/api/account/views']
  const saved: { readonly by: Phone; readonly id: string }[] = []
  return async (n: number): Promise<void> => {
    // Everybody changes something now and then.
    const by = offices[Math.floor(n / changesEvery) % offices.length]!
    if (n % changesEvery === 0) {
      const view = { list: 'people', name: `View ${n}`, query: { q: `person ${n}` } }
      const { data } = await by.ask('POST', '/api/account/views', view, true)
      saved.push({ by, id: (data as { id: string }).id })
    } else if (n % changesEvery === changesEvery / 2 && saved.length > 0) {
      const view = saved.shift()!
      await view.by.ask('DELETE', `/api/account/views/${view.id}`, null, true)
    } else await by.read(pages[n % pages.length]!)
  }
}
