// Makes the personal link of one person, to show or by mail (rules 9), and says what became of it. Many: use-link-sending.ts.
import { useToast } from '@nuxt/ui/composables/useToast'
import { muster } from '@rollcall/contracts/domains/muster'
import { ref, shallowRef } from 'vue'
import { call } from '../../api/call.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { t } from './texts.ts'

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
      const description = absent ? t('notOnRoster') : sentenceFor(error)
      toast.add({ title: t('noLink'), description, color: 'error' })
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
  /** Asked for by name, so that whoever was mailed one before gets another. */
  async function mail(eventId: string, person: { readonly id: string; readonly name: string }): Promise<void> {
    const body = { personIds: [person.id], again: true }
    const sending = await attempt(() => call(muster.sendLinks, { params: { id: eventId }, body }))
    if (!sending) return
    const unreached = sending.unreached.find(({ personId }) => personId === person.id)
    if (unreached)
      toast.add({ title: t('noLinkFor', { name: person.name }), description: unreached.detail, color: 'warning' })
    else toast.add({ title: t('linkOnWay', { name: person.name }), color: 'success' })
  }
  return { busy, issued, show, mail }
}
