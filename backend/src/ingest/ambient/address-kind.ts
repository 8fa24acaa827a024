// What a 48-bit address gives away: assigned to a maker, or one of the three random kinds (Core specification, volume 6 part B 1.3).
// Used by the classifier and by the resolver of phones.

export type AddressKind = 'public' | 'static' | 'resolvable' | 'non-resolvable' | 'unknown'

/** What the gateway says about an address. */
export type AddressClaim = 'public' | 'random' | 'unknown'

/** `address`: twelve lower-case hex digits; anything else is unknown. */
export function addressKind(address: string, claim: AddressClaim): AddressKind {
  if (address.length !== 12) return 'unknown'
  if (claim === 'public') return 'public'
  const top = Number.parseInt(address[0]!, 16) >> 2
  // The fourth pattern is reserved among random addresses.
  if (top === 2) return claim === 'random' ? 'unknown' : 'public'
  if (claim === 'unknown' && top !== 1) return 'unknown'
  return randomKinds[top]!
}

/** By the two most significant bits. */
const randomKinds = ['non-resolvable', 'resolvable', 'unknown', 'static'] as const
