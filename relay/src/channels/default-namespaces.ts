// The namespaces of a relay without a configuration file (rules 7). Clients may not publish anywhere.
import { defineNamespaces } from './channel-rules.ts'

const second = 1000
const hour = 3600 * second

export const defaultNamespaces = defineNamespaces({
  // One batch is the whole picture: a new subscriber gets the last one at once.
  floor: {
    allowSubscribeForClient: true,
    historySize: 1,
    historyTtl: 60 * second,
    forceRecovery: true,
    recoveryMode: 'cache',
    autoCacheRecover: true,
    conflate: true,
  },
  global: { allowSubscribeForClient: true },
  // Every change counts: a subscriber that was away gets all it missed.
  event: { allowSubscribeForClient: true, historySize: 500, historyTtl: 24 * hour, forceRecovery: true },
})
