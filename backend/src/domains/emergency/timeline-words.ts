// The sentences of an emergency's timeline.
import type { Emergency, EmergencyMode } from '@rollcall/contracts/domains/emergency'
import type { MusterMethod, MusterStatus } from '@rollcall/contracts/domains/muster'
import { said, type Said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'

export const began = (mode: z.infer<typeof EmergencyMode>, total: number): Said =>
  said(`began_${mode}`, { count: total })

export const ended = (missing: number): Said =>
  missing > 0 ? said('ended_missing', { count: missing }) : said('ended_everybody')

export function decided(name: string, status: MusterStatus, method: z.infer<typeof MusterMethod>): Said {
  const word = said(`status_${status}`)
  return method === 'manual' || method === 'bulk'
    ? said('decided', { name, status: word })
    : said('decided_how', { name, status: word, how: said(`how_${method}`) })
}

/** For the activity log, which tells of every emergency. */
export const withScenario = (text: Said, scenario: Emergency['scenario']): Said =>
  said('with_scenario', { text, scenario: said(`scenario_${scenario}`) })
