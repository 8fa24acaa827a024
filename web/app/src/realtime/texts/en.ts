// English texts of this folder; web/app/LANGUAGES.md says how one is added.
export const texts = {
  connectedButNoLiveUpdates: 'Connected, but no live updates arrive. Positions are read every 10 seconds meanwhile.',
  connecting: 'Connecting',
  every10S: 'Every 10 s',
  live: 'Live',
  liveUpdatesStopped: 'Live updates stopped. Positions are read every 10 seconds until they return.',
  notLive: 'Not live',
  nothingArrives: 'Nothing arrives',
  positionsArriveAsThey: 'Positions arrive as they happen.',
  waitingForLiveUpdates: 'Waiting for live updates. Rollcall keeps trying to connect.',
  yourAccountDoesNotInclude: 'Your account does not include live positions. What you may see is read every 10 seconds.',
} as const
