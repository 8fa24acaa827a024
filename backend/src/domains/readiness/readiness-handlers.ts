// Readiness: if it rang now (docs/readiness.md).
import type { Readiness, readiness } from '@rollcall/contracts/domains/readiness'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { CachedAnswer } from '../../cached-answer.ts'
import type { Context } from '../../http/context.ts'
import { readinessChanges, readinessPoints } from './readiness-history-queries.ts'

export function readinessHandlers(current: CachedAnswer<Readiness>): Handlers<typeof readiness, Context> {
  return {
    read: () => current.read(),
    async history({ query: { buildingId, days }, context: { db } }) {
      const [points, changes] = await Promise.all([
        readinessPoints(db, buildingId, days),
        readinessChanges(db, buildingId, days),
      ])
      return { points, changes }
    },
  }
}
