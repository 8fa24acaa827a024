// Which receiver is this? From the code on its label: its address, alone or inside a longer text or a link. For use-install.ts.
import { radioIdsIn } from '@rollcall/contracts/radio-ids'

const macDigits = 12

/** Some labels name the address of every radio in the box: then it is the one that is known. Null: none can be told. */
export async function addressOnLabel(
  code: string,
  isKnown: (address: string) => Promise<boolean>,
): Promise<string | null> {
  const addresses = radioIdsIn(code).filter(({ length }) => length === macDigits)
  if (addresses.length < 2) return addresses[0] ?? null
  for (const address of addresses) if (await isKnown(address)) return address
  return null
}
