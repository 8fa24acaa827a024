// Keeps the address of the floor plan and whoever is chosen on it the same: a link opens their card as soon as they are known to be
// here, and choosing somebody changes the address. Other pages may also name somebody (?find=), and ask to follow them.
import { personnel } from '@rollcall/contracts/domains/personnel'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { watch } from 'vue'
import type { Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { call } from '../api/call.ts'
import { choiceIn, choiceOf, isSameChoice, queryWith } from './address-choice.ts'
import type { AddressChoice } from './address-choice.ts'
import { matchingRows } from './floor-rows.ts'
import type { FloorRow } from './floor-rows.ts'
import { t } from './texts.ts'

const lostNames: Readonly<Record<AddressChoice['kind'], () => string>> = {
  person: () => t('thisPerson'),
  asset: () => t('thisAsset'),
  badge: () => t('thisBadge'),
  receiver: () => t('thisReceiver'),
}

type Source = {
  readonly chosen: Ref<string | null>
  readonly chosenReceiver: Ref<string | null>
  readonly lost: Ref<{ name: string; entityId: string | null } | null>
  readonly positions: () => ReadonlyMap<string, PositionEntry>
  /** With whom, and whether to go on following them. */
  readonly open: (id: string, follow: boolean) => void
  readonly clear: () => void
}

export function useChosenAddress({ chosen, chosenReceiver, lost, positions, open, clear }: Source) {
  const route = useRoute()
  const router = useRouter()
  let linked = { name: '', follow: false }
  /** What the address said when it and the page last agreed. */
  let agreed: AddressChoice | null = null
  let missed: AddressChoice | null = null

  watch(
    () => route.query,
    ({ find, follow, ...query }) => {
      linked = { name: String(find ?? ''), follow: follow === 'yes' }
      const asked = choiceIn(query)
      if (isSameChoice(asked, agreed)) return
      if (asked === null && find === undefined) clear()
      if (asked?.kind !== 'receiver') return
      agreed = asked
      chosenReceiver.value = asked.id
    },
    { immediate: true },
  )
  watch([chosen, chosenReceiver], () => {
    const asked = choiceIn(route.query)
    // Still to be opened: on the floor that the address leads to nobody is known yet.
    if (linked.name !== '' || (asked !== null && !isSameChoice(asked, agreed))) return
    const entry = positions().get(chosen.value ?? '')
    const receiver = chosenReceiver.value
    agreed = entry ? choiceOf(entry) : receiver === null ? null : { kind: 'receiver', id: receiver }
    if (!isSameChoice(agreed, asked)) void router.replace({ query: queryWith(route.query, agreed), hash: route.hash })
  })

  async function miss(asked: AddressChoice): Promise<void> {
    missed = asked
    const { kind, id } = asked
    const person = kind === 'person' ? await call(personnel.read, { params: { id } }).catch(() => null) : null
    if (missed !== asked || isSameChoice(asked, agreed)) return
    lost.value = person ? { name: person.fullName, entityId: id } : { name: lostNames[kind](), entityId: null }
  }
  return {
    findIn: (rows: readonly FloorRow[]) => {
      const asked = choiceIn(route.query)
      const wanted = asked !== null && !isSameChoice(asked, agreed) ? asked : null
      const found = wanted
        ? rows.find(({ id }) => {
            const entry = positions().get(id)
            return entry && isSameChoice(choiceOf(entry), wanted)
          })
        : linked.name === ''
          ? undefined
          : matchingRows(rows, linked.name)[0]
      if (!found) {
        if (wanted && !isSameChoice(wanted, missed)) void miss(wanted)
        return
      }
      const { follow } = linked
      linked = { name: '', follow: false }
      agreed = wanted
      open(found.id, follow)
    },
  }
}
