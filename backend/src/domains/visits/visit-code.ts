// The code of a visit: signs in and out at the reception tablet. Letters and digits that nobody mistakes for each other, 50 random bits.
import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
const pattern = new RegExp(`^[${letters}]{${length}}$`)

export function newVisitCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** As it is stored, whatever a hand or a scanner made of it; null: no such code. */
export function visitCodeIn(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return pattern.test(plain) ? plain : null
}
