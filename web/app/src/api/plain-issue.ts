// What is wrong with a field, in words for people (interface: words). The schemas of the contract speak to programmers.

const translations: readonly (readonly [RegExp, string])[] = [
  [
    /^Too small: expected string to have >=1 char|^Invalid input: expected \w+, received (undefined|null)/,
    'Fill this in.',
  ],
  [/^Too small: expected string to have >=(\d+) char/, 'Use at least $1 characters.'],
  [/^Too big: expected string to have <=(\d+) char/, 'Use at most $1 characters.'],
  [/^Too small: expected number to be >=?(-?[\d.]+)/, 'Use a number of at least $1.'],
  [/^Too big: expected number to be <=?(-?[\d.]+)/, 'Use a number of at most $1.'],
  [/^Invalid email address/, 'Enter a complete email address, such as name@example.org.'],
]

export function plainIssue(message: string): string {
  for (const [pattern, words] of translations) {
    const match = pattern.exec(message)
    if (match) return words.replace('$1', match[1] ?? '')
  }
  return /[.!?]$/.test(message) ? message : `${message}.`
}
