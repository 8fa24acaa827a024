// Makes personal links by which people answer for themselves: one to show, or many by mail (rules 9). Says what became of it.
import { useToast } from '@nuxt/ui/composables/useToast'
import { muster } from '@rollcall/contracts/domains/muster'
import { ref, shallowRef } from 'vue'
import { call } from '../../api/call.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { people } from '../emergency-words.ts'

/** As many as one call takes (contracts: LinkRequest). */
const mostAtOnce = 500

export type IssuedLink = { readonly name: string; readonly path: string; readonly expiresAt: string }

export function usePersonalLinks() {
  const toast = useToast()
  const busy = ref(false)
  const issued = shallowRef<IssuedLink | null>(null)

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    busy.value = true
    try {
      return await work()
    } catch (error) {
      const absent = error instanceof ProblemError && error.code === 'validation_failed'
      const description = absent ? 'They are not on the roster of this emergency.' : sentenceFor(error)
      toast.add({ title: 'There is no link', description, color: 'error' })
      return null
    } finally {
      busy.value = false
    }
  }
  async function show(eventId: string, person: { readonly id: string; readonly name: string }): Promise<void> {
    const body = { personIds: [person.id] }
    const links = await attempt(() => call(muster.createLinks, { params: { id: eventId }, body }))
    const link = links?.[0]
    if (link) issued.value = { name: person.name, path: link.path, expiresAt: link.expiresAt }
  }
  async function mail(eventId: string, personIds: readonly string[]): Promise<void> {
    const body = { personIds: personIds.slice(0, mostAtOnce) }
    const sending = await attempt(() => call(muster.sendLinks, { params: { id: eventId }, body }))
    if (sending) toast.add({ title: `Links are on their way to ${people(sending.total)}`, color: 'success' })
  }
  return { busy, issued, show, mail }
}
