// Readiness: if it rang now (docs/readiness.md).
import type { Readiness, readiness } from '@rollcall/contracts/domains/readiness'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { CachedAnswer } from '../../cached-answer.ts'
import type { NotifySettings } from '../../config.ts'
import type { Context } from '../../http/context.ts'
import { readReadiness } from './read-readiness.ts'
import { readinessChanges, readinessPoints } from './readiness-history-queries.ts'

type Needs = { readonly readiness: CachedAnswer<Readiness>; readonly notify: NotifySettings }

export function readinessHandlers({ readiness: current, notify }: Needs): Handlers<typeof readiness, Context> {
  return {
    read: ({ context }) => (context.buildingIds === null ? current.read() : readReadiness(context.own, notify)),
    async history({ query: { buildingId, days }, context: { db } }) {
      const [points, changes] = await Promise.all([
        readinessPoints(db, buildingId, days),
        readinessChanges(db, buildingId, days),
      ])
      return { points, changes }
    },
  }
}
