// Spellings of a protected path that some reader takes for it, and the readings a careless reader might use.

export function pathVariants(path: string, host: string): string[] {
  const [, api = '', name = '', ...rest] = path.split('/')
  const tail = rest.join('/')
  const joined = (first: string, second: string, last = tail) => `/${first}/${second}/${last}`
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const letters = [...name].map((letter, at) => joined(api, name.slice(0, at) + encode(letter) + name.slice(at + 1)))
  const doubled = letters.map((variant) => variant.replaceAll('%', '%25'))
  const apiLetters = [...api].map((letter, at) => joined(api.slice(0, at) + encode(letter) + api.slice(at + 1), name))
  const allEncoded = joined(api, [...name].map(encode).join(''))

  const dots = [
    '.',
    '%2e',
    '%2E',
    '%252e',
    '..;',
    '.;',
    '%2e;',
    '.%00',
    '.%20',
    '%20.',
    '．',
    '%EF%BC%8E',
    '%c0%ae',
    '.%0a',
    '.\t'.trim(),
  ]
  const selves = [...new Set(dots)].map((dot) => joined(api, `${dot}/${name}`))
  const ups = [
    '..',
    '%2e%2e',
    '.%2e',
    '%2e.',
    '%252e%252e',
    '..;x',
    '..%00',
    '%c0%ae%c0%ae',
    '%EF%BC%8E%EF%BC%8E',
  ].flatMap((up) => [
    joined(api, `x/${up}/${name}`),
    `/x/${up}/${api}/${name}/${tail}`,
    joined(api, `auth/${up}/${name}`),
    joined(api, `health/${up}/${name}`),
  ])
  const separators = [
    '//',
    '///',
    '\\',
    '/\\',
    '%2f',
    '%2F',
    '%5c',
    '%5C',
    '%252f',
    '/%2f',
    '%2f/',
    '%c0%af',
    '%EF%BC%8F',
    '/;/',
    ';/',
    '/.//',
  ]
  const joins = separators.flatMap((separator) => [
    `/${api}${separator}${name}/${tail}`,
    `${separator}${api}/${name}/${tail}`,
  ])
  const cases = [
    name.toUpperCase(),
    name[0]?.toUpperCase() + name.slice(1),
    name.slice(0, -1) + name.at(-1)?.toUpperCase(),
  ].map((changed) => joined(api, changed))
  const apiCases = [joined('API', name), joined('Api', name), joined('aPi', name.toUpperCase())]
  const suffixes = [
    ';',
    ';x=1',
    '%00',
    '%09',
    '%0a',
    '%0d',
    '%20',
    '.',
    '..',
    '%2e',
    '%3b',
    '%3Bx',
    '%C2%A0',
    '%E2%80%8B',
    '%7f',
  ].map((suffix) => joined(api, name + suffix))
  const prefixes = ['%00', '%09', '%20', '%C2%A0', '%E2%80%8B', '%EF%BB%BF', ';'].map((prefix) =>
    joined(api, prefix + name),
  )
  const wide = [...name].map((letter, at) =>
    joined(
      api,
      name.slice(0, at) + encodeURIComponent(String.fromCharCode(letter.charCodeAt(0) + 0xfee0)) + name.slice(at + 1),
    ),
  )
  const overlong = [
    joined(api, `%c1%a1${name.slice(1)}`),
    joined(api, `%e0%81%a1${name.slice(1)}`),
    joined(api, `%u0061${name.slice(1)}`),
  ]
  const absolute = [
    `http://evil.example${path}`,
    `http://${host}:99${path}`,
    `https://${host}${path}`,
    `http://u@${host}${path}`,
    `//${host}${path}`,
    `http:${path}`,
  ]
  const fragments = [
    `${path}#`,
    `/#${path}`,
    `/${api}/zones#/../${name}`,
    `/${api}/%3f/../${name}/${tail}`,
    `/${api}/zones%3f/../${name}`,
    `/${api}/zones%23/../../${name}`,
  ]
  const spelled = [letters, doubled, apiLetters, [allEncoded, allEncoded.replaceAll('%', '%25')], selves, ups, joins]
  const changed = [cases, apiCases, suffixes, prefixes, wide, overlong, absolute, fragments]
  return [...new Set([...spelled, ...changed].flat())].filter((variant) => variant !== path)
}

/** Raw, decoded once, decoded twice, and lower case with merged slashes and without parameters. */
export function readings(target: string): string[] {
  const raw = target.split('?')[0] ?? ''
  const once = decode(raw)
  const twice = decode(once)
  const lenient = (path: string) =>
    path
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/;[^/]*/g, '')
      .replace(/\/+/g, '/')
  return [raw, once, twice].flatMap((path) => [path, lenient(path), resolve(lenient(path))])
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function resolve(path: string): string {
  try {
    return new URL(path, 'http://x').pathname
  } catch {
    return path
  }
}
