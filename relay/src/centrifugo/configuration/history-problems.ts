// What contradicts itself in the history options of a namespace. Used by `read-file.ts`.
import type { ChannelContent } from './file-schema.ts'

export function historyProblems(where: string, options: ChannelContent, commonMetaTtl: number): string[] {
  const { history_size: size, history_ttl: ttl, history_meta_ttl: metaTtl, force_recovery: recovers } = options
  const keeps = size > 0 && ttl > 0
  const problems: string[] = []
  if (size > 0 !== ttl > 0) problems.push('history_size and history_ttl are needed together.')
  if (recovers && !keeps) problems.push('force_recovery needs history_size and history_ttl.')
  if (ttl > (metaTtl || commonMetaTtl)) problems.push('history_ttl must not be longer than history_meta_ttl.')
  return problems.map((problem) => `${where}: ${problem}`)
}
