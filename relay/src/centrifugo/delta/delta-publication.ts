// How publications look in a subscription that negotiated patches: in JSON every `data` is a string that holds the text or
// the patch, in protobuf it is the bytes themselves.
import type { Format } from '../../protocol/format.ts'
import { fossilPatch } from './fossil-delta.ts'
import type { Publication, SentPublication } from '../../protocol/messages.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Nothing, which maps may have, is the text of null: the client reads it. */
export function asWhole(publication: Publication, { name }: Format): Publication {
  const { data } = publication
  return name === 'json' && typeof data === 'string'
    ? { ...publication, data: JSON.stringify(data || 'null') }
    : publication
}

/** Null when a JSON string cannot carry the patch: it cuts text between bytes, so it may be no valid text itself. */
export function asPatch(publication: Publication, patch: Uint8Array, { name }: Format): SentPublication | null {
  if (name === 'protobuf') return { ...publication, data: patch, delta: true }
  try {
    return { ...publication, data: JSON.stringify(utf8.decode(patch)), delta: true }
  } catch {
    return null
  }
}

/** Publications that follow each other: the first as it is, then what changes from one to the next. */
export function asChain(publications: readonly Publication[], format: Format): SentPublication[] {
  return publications.map((publication, index) => {
    const before = publications[index - 1]
    const patch = before ? fossilPatch(Buffer.from(before.data), Buffer.from(publication.data)) : null
    return (patch && asPatch(publication, patch, format)) ?? asWhole(publication, format)
  })
}
