// The people of a board as they are shown: narrowed, grouped and ordered by the choice in the address, steady while the hand works.
// Who is selected, and which groups are folded. Used by PeopleView.vue.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { arrange, countGroups, type GroupCounts } from './arrangement.ts'
import { linesOf } from './board-lines.ts'
import { isNarrowed } from './board-choice.ts'
import type { MusterFeed } from './muster-feed.ts'
import { useZones } from './search/use-zones.ts'
import { useSteady } from './steady-list.ts'
import { useBoardChoice } from './use-board-choice.ts'
import { useUndo } from './use-undo.ts'
import { useWardens } from './use-wardens.ts'
import { t } from './texts.ts'

export function usePeopleView(feed: MusterFeed) {
  const choice = useBoardChoice()
  const { zones } = useZones()
  const pointName = (id: string) => zones.value?.find((zone) => zone.id === id)?.name ?? t('musterPoint')

  // What is typed narrows at once; the address follows when the hand rests.
  const find = ref(choice.value.find)
  watch(refDebounced(find, 400), (typed) => {
    if (typed !== choice.value.find) choice.value = { ...choice.value, find: typed }
  })
  watch(
    () => choice.value.find,
    (asked) => (find.value = asked),
  )
  const wardens = useWardens(feed)
  const { isMine, listOf } = wardens
  /** My list first, one tap to the rest; whoever has none sees everybody. */
  const showsMine = computed(() => isMine.value !== null && choice.value.list !== 'all')
  const ask = computed(() => ({
    choice: { ...choice.value, find: find.value },
    pointName,
    isMine: showsMine.value ? isMine.value : null,
    listOf: listOf.value,
  }))
  const { steady, touch, rest } = useSteady(feed.people, (people) => people.length === 0)
  watch(ask, rest, { flush: 'sync' })
  const groups = computed(() => arrange(steady.value, ask.value))
  /** None as long as not everybody is here. */
  const counts = computed(() =>
    feed.isWhole.value ? countGroups(feed.people.value, ask.value) : new Map<string, GroupCounts>(),
  )
  const folded = shallowRef<ReadonlySet<string>>(new Set())
  const lines = computed(() => linesOf(groups.value, folded.value))
  const fold = (key: string) => (folded.value = toggled(folded.value, [key]))

  /** Undefined: nobody is being selected. */
  const selection = shallowRef<ReadonlySet<string>>()
  const select = (personIds: readonly string[]) => (selection.value = toggled(selection.value ?? new Set(), personIds))

  const undoing = useUndo(feed)
  function settle(person: MusterPerson, status: MusterStatus): void {
    undoing.remember([person], status)
    void feed.account(person, status)
  }
  function settleSelected(status: MusterStatus): void {
    const chosen = [...(selection.value ?? [])].flatMap((personId) => feed.personOf(personId) ?? [])
    selection.value = undefined
    if (chosen.length === 0) return
    undoing.remember(chosen, status)
    void feed.accountMany(chosen, status)
  }
  return {
    choice,
    find,
    wardens,
    showsMine,
    narrowed: computed(() => isNarrowed(ask.value.choice)),
    lines,
    counts,
    folded,
    fold,
    touch,
    selection,
    select,
    settle,
    settleSelected,
    ...undoing,
  }
}

/** Adds them; when all of them are in it, takes them out. */
function toggled(set: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(set)
  if (keys.every((key) => set.has(key))) for (const key of keys) next.delete(key)
  else for (const key of keys) next.add(key)
  return next
}
