// How long and how large the proofs are: short by default, at full size by CLUSTER_SECONDS=3600 CLUSTER_BADGES=2000 CLUSTER_RUNS=3.
const numberIn = (name: string, usual: number) => Number(process.env[name] ?? usual)

export const proofSize = {
  /** Of the recording. */
  seconds: numberIn('CLUSTER_SECONDS', 100),
  badges: numberIn('CLUSTER_BADGES', 40),
  /** An owner is killed so often, seconds. */
  killEvery: numberIn('CLUSTER_KILL_EVERY', 20),
  runs: numberIn('CLUSTER_RUNS', 1),
  /** Of the proof of how much backends take: raddecs a second, by so many backends, for so many seconds. */
  rate: numberIn('CLUSTER_RATE', 1000),
  backends: numberIn('CLUSTER_BACKENDS', 3),
  /** Of the proof that kills every process: who is in the building, wardens on the drill, other reads a second, seconds between kills. */
  people: numberIn('CLUSTER_PEOPLE', 100),
  wardens: numberIn('CLUSTER_WARDENS', 5),
  requests: numberIn('CLUSTER_REQUESTS', 10),
  betweenKills: numberIn('CLUSTER_BETWEEN_KILLS', 12),
  /** Of the same proof: which alone, as `redis-1,haproxy`; none named, all. */
  killed: process.env['CLUSTER_KILLED']?.split(','),
  rateSeconds: numberIn('CLUSTER_RATE_SECONDS', 30),
} as const
