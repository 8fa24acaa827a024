// The lists of a board as its page needs them: mine, those I am a deputy for, and whose list everybody is on. Without an answer of the
// server everybody is shown, as before.
import { muster } from '@rollcall/contracts/domains/muster'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { WardenWord } from '@rollcall/contracts/domains/wardens'
import type { BoardWardens } from '@rollcall/contracts/domains/wardens'
import { useNow } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { useRow } from '../../api/use-row.ts'
import { serverNow } from '../../realtime/server-clock.ts'
import type { MusterFeed } from './muster-feed.ts'
import { areaTitle, closestList, countsFor, isOnList, myPart, wardenState } from './wardens.ts'

export function useWardens(feed: MusterFeed) {
  const { event, people, answers } = feed
  const id = computed(() => event.value?.id)
  const { data } = useRow(muster.wardens, () => (id.value ? { params: { id: id.value } } : null), {
    pollMs: 60_000,
  })
  const now = useNow({ interval: 5_000 })
  const facts = computed(() => ({
    answers: answers.value,
    // Who is on site changes with the people of the board.
    personOf: (personId: string) => (people.value, feed.personOf(personId)),
    elapsedMs: serverNow(now.value.getTime()) - Date.parse(event.value?.triggeredAt ?? ''),
  }))
  // The same answer again is no change: whoever is reading the list must not have it arranged anew under the finger.
  const known = computed<BoardWardens | null>((before) =>
    before && JSON.stringify(before) === JSON.stringify(data.value) ? before : data.value,
  )
  const wardens = computed(() => known.value?.wardens ?? [])
  const manyBuildings = computed(() => (event.value?.scope.buildingIds.length ?? 0) > 1)
  const titles = computed(
    () => new Map(wardens.value.map((warden) => [warden.id, areaTitle(warden, manyBuildings.value)])),
  )
  const lists = computed(() =>
    wardens.value.map((warden) => ({
      warden,
      title: titles.value.get(warden.id) ?? '',
      acting: countsFor(warden, facts.value),
      mine: myPart(warden, known.value?.myPersonIds ?? [], facts.value),
    })),
  )
  /** Lists that count as mine now, as one text, so that people are not arranged anew with every tick of the clock. */
  const mineKey = computed(() => lists.value.flatMap(({ warden, mine }) => (mine?.counts ? [warden.id] : [])).join(' '))
  const isMine = computed(() => {
    if (mineKey.value === '') return null
    const ids = new Set(mineKey.value.split(' '))
    const counting = wardens.value.filter((warden) => ids.has(warden.id))
    return (person: MusterPerson) => counting.some((warden) => isOnList(warden, person))
  })
  const listOf = computed(() => {
    const all = wardens.value
    return (person: MusterPerson) => {
      const warden = closestList(all, person)
      return warden && { key: warden.id, title: `${titles.value.get(warden.id)}, ${warden.people[0]?.fullName}` }
    }
  })
  /** What I said myself. */
  const myAnswer = computed(() => {
    const states = (known.value?.myPersonIds ?? []).map((personId) => wardenState(personId, facts.value))
    return states.find((state) => state === 'on_it' || state === 'cannot_come') ?? null
  })
  const answering = ref(false)
  async function answer(word: z.infer<typeof WardenWord>): Promise<void> {
    if (answering.value || !id.value) return
    answering.value = true
    try {
      const said = await call(muster.answerAsWarden, { params: { id: id.value }, body: { answer: word } })
      feed.takeAnswers(said)
    } finally {
      answering.value = false
    }
  }
  return { lists, isMine, listOf, myAnswer, answering, answer }
}

export type Wardens = ReturnType<typeof useWardens>
