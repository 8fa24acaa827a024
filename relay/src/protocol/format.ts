// A way to write the client protocol: JSON text or protobuf bytes. A connection has one for its whole life; the hub encodes a
// publication once per format.
import type { Command, Push, Reply } from './messages.ts'

export type Frame = string | Uint8Array

/** Thrown by a format that cannot carry the data of a publication: bytes that are no JSON. */
export class Unwritable extends Error {}

export type Format = {
  /** `uni` is JSON for clients that only listen. */
  readonly name: 'json' | 'protobuf' | 'uni'
  /** The server's ping. */
  readonly ping: Frame
  /** Null when it holds anything but commands, or more than allowed. */
  decode: (frame: Frame, maximumCommands: number) => Command[] | null
  reply: (reply: Reply) => Frame
  push: (push: Push) => Frame
}
