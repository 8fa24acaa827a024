import { describe, expect, it } from 'vitest'
import type { Call } from '../../api/client.ts'
import { ProblemError } from '../../api/problem-error.ts'
import type { Draft, DraftZone } from './edit-draft.ts'
import { saveDraft } from './save-draft.ts'

const zone = (id: string, name: string): DraftZone => ({
  id,
  name,
  zoneTypeId: 't1',
  polygon: [
    { x: 1, y: 1 },
    { x: 2, y: 1 },
    { x: 2, y: 2 },
  ],
  isEmergency: false,
  isMusterPoint: false,
  isRestricted: false,
  capacity: null,
  isNew: id.startsWith('new'),
})
const refusal = new ProblemError({
  code: 'invalid_body',
  message: 'The request is not valid.',
  status: 400,
  issues: [{ path: 'name', message: 'Fill this in.' }],
})

type Sent = { body?: { name?: string }; params?: { id: string }; unchangedSince?: string }

describe('saveDraft', () => {
  it('keeps what was saved, names what was refused, and sends only what changed', async () => {
    const sent: string[] = []
    const call = (async (row: { method: string; path: string }, input: Sent) => {
      sent.push([row.method, row.path, ...(input.unchangedSince ? [input.unchangedSince] : [])].join(' '))
      if (input.body?.name === '') throw refusal
      return { id: row.method === 'POST' ? 'stored-id' : input.params?.id, updatedAt: 'now' }
    }) as unknown as Call
    let stored: Draft = {
      zones: [zone('gone', 'Gone')],
      receivers: [{ id: 'r1', name: 'Ceiling', x: 1, y: 1, zM: null }],
      walls: [],
      wallsAt: 'before',
      changedAt: { gone: 'v1', r1: 'v2' },
    }
    const renamed: unknown[] = []
    const refused = await saveDraft(
      call,
      'f1',
      {
        created: [zone('new-1', ''), zone('new-2', 'Lab')],
        changed: [],
        removed: [zone('gone', 'Gone')],
        moved: [{ id: 'r1', name: 'Ceiling', x: 5, y: 6, zM: 2.5 }],
        walls: null,
        since: stored.changedAt,
      },
      (put, newId) => {
        stored = put(stored)
        if (newId) renamed.push(newId)
      },
    )
    expect(refused).toEqual([{ name: 'New zone', sentence: 'Name: Fill this in.' }])
    expect(stored.zones.map(({ id, name }) => [id, name])).toEqual([['stored-id', 'Lab']])
    expect(stored.receivers).toEqual([{ id: 'r1', name: 'Ceiling', x: 5, y: 6, zM: 2.5 }])
    expect(renamed).toEqual([{ from: 'new-2', to: 'stored-id' }])
    expect(sent).toEqual([
      'POST /api/zones',
      'POST /api/zones',
      'DELETE /api/zones/{id} v1',
      'PUT /api/receivers/{id} v2',
    ])
    // The next save is of what this one has left.
    expect(stored.changedAt).toMatchObject({ 'stored-id': 'now', r1: 'now' })
  })
})
