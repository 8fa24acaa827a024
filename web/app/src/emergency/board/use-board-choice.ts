// The choice of a board in its address: read from the query, written back without a new entry in the history.
import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { BoardChoice, choiceQuery } from './board-choice.ts'

export function useBoardChoice() {
  const route = useRoute()
  const router = useRouter()
  return computed<BoardChoice>({
    get: () => BoardChoice.parse(route.query),
    set: (choice) => {
      const kept = Object.entries(route.query).filter(([key]) => !(key in BoardChoice.shape))
      void router.replace({ query: { ...Object.fromEntries(kept), ...choiceQuery(choice) } })
    },
  })
}
