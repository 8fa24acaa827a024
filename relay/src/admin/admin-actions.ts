// What operators can do on their page: one row per method of the HTTP API, with its words, the fields it needs, and what is asked
// before it runs (a name in braces stands for that field). Read by the page.

export type ActionField = 'user' | 'channel' | 'channels' | 'data'

type AdminAction = { words: string; fields: readonly ActionField[]; question?: string }

export const adminActions: Readonly<Record<string, AdminAction>> = {
  publish: { words: 'Publish', fields: ['channel', 'data'] },
  broadcast: { words: 'Publish to several channels', fields: ['channels', 'data'] },
  history: { words: 'Read history', fields: ['channel'] },
  history_remove: { words: 'Remove history', fields: ['channel'], question: 'Remove the history of {channel}?' },
  presence: { words: 'Who is present', fields: ['channel'] },
  presence_stats: { words: 'How many are present', fields: ['channel'] },
  subscribe: { words: 'Subscribe a user', fields: ['user', 'channel'] },
  unsubscribe: { words: 'Unsubscribe a user', fields: ['user', 'channel'] },
  disconnect: { words: 'Disconnect a user', fields: ['user'], question: 'Disconnect all clients of {user}?' },
}
