// What the page about one person shows and offers (PersonDetail.vue).
import { personnel } from '@rollcall/contracts/domains/personnel'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { call } from '../api/call.ts'
import { useRow } from '../api/use-row.ts'
import type { Action } from '../ui/action/action.ts'
import { useAttempt } from '../ui/action/use-attempt.ts'
import { openDialog } from '../ui/dialog/open-dialog.ts'
import { zoneWords } from '../ui/place-words.ts'
import { changeAction, removeAction } from '../ui/resource/resource.ts'
import { personResource } from './person-resource.ts'
import { personWords } from './person-words.ts'
import PhotoDialog from './PhotoDialog.vue'
import { t } from './texts.ts'

export function usePerson(personId: string) {
  const router = useRouter()
  const params = { id: personId }
  const { data: person, problem, gone, refresh } = useRow(personnel.read, { params })
  const { attempt } = useAttempt(() => t('nothingChanged'), refresh)

  const facts = computed(() => {
    const { employeeId = '', departmentName, jobTitle, email, phone } = person.value ?? {}
    return [
      { name: personWords.employeeId.label, value: employeeId },
      { name: personWords.departmentId.label, value: departmentName },
      { name: personWords.jobTitle.label, value: jobTitle },
      { name: personWords.email.label, value: email, to: `mailto:${email ?? ''}` },
      ...(phone === undefined ? [] : [{ name: personWords.phone.label, value: phone, to: `tel:${phone ?? ''}` }]),
    ]
  })
  /** What the caller may not see is absent. */
  const inEmergency = computed(() => {
    const { emergencyContactName: name, emergencyContactPhone: phone, specialNeeds } = person.value ?? {}
    return [
      ...(name === undefined ? [] : [{ name: t('whomToCall'), value: name }]),
      ...(phone === undefined ? [] : [{ name: t('theirPhone'), value: phone, to: `tel:${phone ?? ''}` }]),
      ...(specialNeeds === undefined ? [] : [{ name: t('needs'), value: specialNeeds }]),
    ]
  })
  const seenAt = computed(() => {
    const { lastSeen, fullName: find } = person.value ?? {}
    if (!lastSeen) return null
    const text = [zoneWords(lastSeen), lastSeen.floorName].filter(Boolean).join(', ')
    return { text, to: { name: 'floor-plan', params: { floorId: lastSeen.floorId }, query: { find } } }
  })
  const actions = computed<Action[]>(() => {
    if (person.value === null) return []
    const { fullName: name, photoUrl, status, updatedAt: unchangedSince } = person.value
    const archived = status === 'inactive'
    const body = { status: archived ? 'active' : 'inactive' } as const
    return [
      changeAction(personResource, person.value, refresh),
      {
        label: t('photo'),
        icon: 'i-lucide-camera',
        row: personnel.uploadPhoto,
        run: () => openDialog(PhotoDialog, { personId, name, unchangedSince, onSaved: refresh }),
      },
      {
        label: t('removePhoto'),
        icon: 'i-lucide-image-off',
        row: personnel.removePhoto,
        when: photoUrl !== null,
        run: () => attempt(() => call(personnel.removePhoto, { params, unchangedSince })),
      },
      {
        label: archived ? t('makeActive') : t('archive'),
        icon: archived ? 'i-lucide-archive-restore' : 'i-lucide-archive',
        row: personnel.change,
        run: () => attempt(() => call(personnel.change, { params, body, unchangedSince })),
      },
      removeAction(personResource, person.value, () => router.push({ name: 'people' })),
    ]
  })
  return { person, problem, gone, refresh, facts, inEmergency, seenAt, actions }
}
