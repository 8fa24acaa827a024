// What the reception does with visits, each a dialog: expect somebody, sign them in with a badge, change what is known of them.
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { NewVisitor, VisitChange, VisitCreate, visits, VisitSignIn } from '@rollcall/contracts/domains/visits'
import type { Visit } from '@rollcall/contracts/domains/visits'
import { call } from '../api/call.ts'
import { findFreeBadge, findPerson, personChoice } from '../search/lookups.ts'
import { useSite } from '../session/site-store.ts'
import { openDialog } from '../ui/dialog/open-dialog.ts'
import { checked } from '../ui/form/checked.ts'
import EditDialog from '../ui/form/EditDialog.vue'
import { chosenAs, fieldsOf } from '../ui/form/form-field.ts'
import type { Find, FormField, FormValues } from '../ui/form/form-field.ts'
import { visitWords } from './visit-words.ts'
import { t } from './texts.ts'

type Done = (visit: Visit) => unknown

const findVisitor: Find = async (q, signal) => {
  const { items } = await call(dashboard.personnel, { query: { q, pageSize: 50 } }, signal)
  return items.filter(({ entityType }) => entityType !== 'employee').map(personChoice)
}

function aboutFields(visit: Visit | null): FormField[] {
  const { buildingId, hostId, company, purpose, expectedAt } = visitWords
  const choices = useSite().all.map(({ id, name }) => ({ value: id, label: name }))
  const host = { ...hostId, find: findPerson, chosen: chosenAs(visit?.hostId, visit?.hostName) }
  return fieldsOf(VisitCreate, { hostId: host, company, purpose, expectedAt, buildingId: { ...buildingId, choices } })
}
/** A switch would hide what it means: the badge is asked for only where somebody signs in. */
const badgeField = () => fieldsOf(VisitSignIn, { badge: { ...visitWords.badge, find: findFreeBadge } })

/** `arrived`: they stand at the reception; otherwise they are expected. */
export function openNewVisit(arrived: boolean, done: Done): void {
  const { personId, fullName, entityType } = visitWords
  const about = aboutFields(null).filter(({ key }) => !(arrived && key === 'expectedAt'))
  const who = fieldsOf(NewVisitor, { fullName, entityType }).map((field) => ({ ...field, optional: true }))
  openDialog(EditDialog, {
    title: arrived ? t('signInAVisitor') : t('expectAVisitor'),
    description: arrived ? t('fromNowOnTheyAreOnThe') : t('theyGetACodeThatSignsThem'),
    verb: arrived ? t('signIn') : t('expect'),
    fields: [
      ...fieldsOf(VisitCreate, { personId: { ...personId, find: findVisitor } }),
      ...who,
      ...about,
      ...(arrived ? badgeField() : []),
    ],
    source: { buildingId: useSite().building?.id, entityType: 'visitor' },
    save: async (body: FormValues) => {
      const sent = checked(VisitCreate, { ...whoIn(body), ...aboutIn(body), arrived })
      await done(await call(visits.create, { body: sent }))
    },
  })
}

function whoIn({ personId, fullName, entityType }: FormValues): FormValues {
  if (personId) return { personId }
  return fullName ? { visitor: { fullName, entityType } } : {}
}

function aboutIn({ buildingId, hostId, company, purpose, expectedAt, badge }: FormValues): FormValues {
  return { buildingId, hostId, company, purpose, expectedAt, badge }
}

export function openSignIn(visit: Visit, done: Done): void {
  openDialog(EditDialog, {
    title: t('signInPersonName', { personName: visit.personName }),
    description: t('fromNowOnTheyAreOnThe2', { buildingName: visit.buildingName }),
    verb: t('signIn'),
    fields: badgeField(),
    save: async (body: FormValues) => {
      const sent = checked(VisitSignIn, body)
      await done(await call(visits.signIn, { params: { id: visit.id }, body: sent }))
    },
  })
}

export function openChange(visit: Visit, done: Done): void {
  openDialog(EditDialog, {
    title: t('visitOfPersonName', { personName: visit.personName }),
    description: t('everybodySeesTheChangeAt'),
    verb: t('save'),
    fields: aboutFields(visit),
    source: visit,
    save: async (body: FormValues) => {
      const { id, updatedAt: unchangedSince } = visit
      await done(await call(visits.change, { params: { id }, body: checked(VisitChange, body), unchangedSince }))
    },
  })
}
