// Reads a request to `/emulation`: which connection, on which node, and the commands for it.
import type { Frame } from '../../protocol/format.ts'
import { emulationMessage } from '../protobuf/protobuf-messages.ts'
import { decodeMessage } from '../protobuf/protobuf-wire.ts'
import { asText } from '../../transport/request-body.ts'

export type EmulationRequest = { session: string; node: string; frame: Frame }

/** Null when the body is none. */
export function readEmulationRequest(body: Uint8Array, isBinary: boolean): EmulationRequest | null {
  try {
    const text = isBinary ? '' : asText(body)
    if (typeof text !== 'string') return null
    const fields: unknown = isBinary ? decodeMessage(emulationMessage, body) : JSON.parse(text)
    const { session = '', node = '', data } = (fields ?? {}) as Record<string, unknown>
    if (typeof session !== 'string' || typeof node !== 'string') return null
    return typeof data === 'string' || data instanceof Uint8Array ? { session, node, frame: data } : null
  } catch {
    return null
  }
}
