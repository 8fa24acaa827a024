// One form of a log line for every process: JSON with `level` in words, `time` as ISO 8601 in UTC, `process`, `msg`, and a `code` where
// there is one to search for. Options of pino, with which each process makes its log; the supervisor writes its own lines alike.

export function logFormat(process: string, level: string) {
  return {
    level,
    base: { process },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
}
