// API commands that come by a queue instead of a request: those that change something. Called by consumers.
import { isJson, rawMembers } from '../protocol/raw-json.ts'
import type { ApiContext } from './api-context.ts'
import { runApiCommand, type ApiOutcome } from './api-methods.ts'

const names = new Set(['publish', 'broadcast', 'subscribe', 'unsubscribe', 'disconnect', 'history_remove', 'refresh'])

/** Null when it is none of them, or its parameters are no object. */
export async function runLeftCommand(name: string, json: string, context: ApiContext): Promise<ApiOutcome | null> {
  const members = names.has(name) && isJson(json) ? rawMembers(json) : null
  return members && runApiCommand(name, { json, members }, context)
}
