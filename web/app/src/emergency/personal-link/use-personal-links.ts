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

  async function make(eventId: string, personIds: readonly string[], send: boolean) {
    busy.value = true
    try {
      return await call(muster.createLinks, { params: { id: eventId }, body: { personIds: [...personIds], send } })
    } catch (error) {
      const absent = error instanceof ProblemError && error.code === 'validation_failed'
      const description = absent ? 'They are not on the roster of this emergency.' : sentenceFor(error)
      toast.add({ title: 'There is no link', description, color: 'error' })
      return []
    } finally {
      busy.value = false
    }
  }
  async function show(eventId: string, person: { readonly id: string; readonly name: string }): Promise<void> {
    const [link] = await make(eventId, [person.id], false)
    if (link) issued.value = { name: person.name, path: link.path, expiresAt: link.expiresAt }
  }
  async function mail(eventId: string, personIds: readonly string[]): Promise<void> {
    const links = await make(eventId, personIds.slice(0, mostAtOnce), true)
    if (links.length === 0) return
    const sent = links.filter((link) => link.sent).length
    const description =
      sent === links.length ? '' : `${people(links.length - sent)} have no address, or no mail server is set up.`
    toast.add({
      title: `Links mailed to ${people(sent)}`,
      description,
      color: sent === links.length ? 'success' : 'warning',
    })
  }
  return { busy, issued, show, mail }
}
