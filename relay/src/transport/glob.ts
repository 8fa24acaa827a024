// Glob patterns as Centrifugo reads them: `*` any run of characters, `?` one, `[a-z]`, `[!a-z]`, `{a,b}`. For allowed origins
// and for the channel list of the HTTP API.

/** Null when the pattern is not well formed. Anchored at both ends. */
export function globToRegExp(pattern: string): RegExp | null {
  let source = ''
  let alternatives = 0
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '*') source += source.endsWith('.*') ? '' : '.*'
    else if (character === '?') source += '.'
    else if (character === '{') {
      alternatives++
      source += '(?:'
    } else if (character === '}' && alternatives > 0) {
      alternatives--
      source += ')'
    } else if (character === ',' && alternatives > 0) source += '|'
    else if (character === '[') {
      const end = pattern.indexOf(']', at + 1)
      const set = pattern.slice(at + 1, end)
      if (end === -1 || !/^!?[\w.-]+$/.test(set)) return null
      source += `[${set.replace('!', '^')}]`
      at = end
    } else source += character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  }
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    return null
  }
}
