// Who must do what when something changed: caches forget, watchers read again. Made by server.ts; fed by the changes of this backend
// before their reply is sent, and by those of others through change-listener.ts.
import { randomUUID } from 'node:crypto'
import { topics as allTopics, type Topic } from '@rollcall/contracts/topics'

export type Changes = {
  /** Of this backend among those on the same database. */
  readonly backendId: string
  /** `react` must not throw, and is not waited for. */
  on(topics: readonly Topic[], react: () => void): void
  /** Once for everybody who listens to any of the topics. */
  dispatch(topics: readonly Topic[]): void
  /** Something may have been overlooked: everything counts as changed. */
  dispatchAll(): void
}

export function createChanges(): Changes {
  const listeners: { readonly topics: readonly Topic[]; readonly react: () => void }[] = []
  const dispatch = (changed: readonly Topic[]) => {
    for (const { topics, react } of listeners) if (topics.some((topic) => changed.includes(topic))) react()
  }
  return {
    backendId: randomUUID(),
    on: (topics, react) => void listeners.push({ topics, react }),
    dispatch,
    dispatchAll: () => dispatch(allTopics),
  }
}
