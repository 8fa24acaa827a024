// Commands of clients on a streaming transport, which come as separate requests to `/emulation`, perhaps to another node than the
// one that has the connection. Used by `streaming.ts`.
import type { Engine } from '../../engine/engine.ts'
import type { Frame } from '../../protocol/format.ts'
import { readBytes, refuseBody, type BodyLimits } from '../../transport/request-body.ts'
import { readEmulationRequest, type EmulationRequest } from './emulation-request.ts'
import { isBinary } from './opening.ts'

/** The name of the message to the node that has the connection, when the commands came to another. */
export const emulationMessage = 'emulation'

type EmulationOptions = {
  nodeId: string
  engine: Engine
  bodyLimits: BodyLimits
  /** Hands the commands to the connection, if it still exists. */
  receive: (session: string, frame: Frame) => void
}

export function createEmulation({ nodeId, engine, bodyLimits, receive }: EmulationOptions) {
  /** False when there is no such node. */
  async function passOn({ node, session, frame }: EmulationRequest): Promise<boolean> {
    const { peers } = engine
    if (!peers) return false
    const packed = typeof frame === 'string' ? { session, text: frame } : { session, bytes: frame.toBase64() }
    return peers.send(node, emulationMessage, JSON.stringify(packed))
  }

  return {
    /** Whether the session still exists is not in the answer: a client that lost its stream notices by itself. */
    async handle(request: Request): Promise<Response> {
      const body = await readBytes(request, bodyLimits)
      if (!(body instanceof Uint8Array)) return refuseBody(body)
      const command = readEmulationRequest(body, isBinary(request))
      if (!command) return new Response('Bad Request', { status: 400 })
      if (command.node === nodeId) receive(command.session, command.frame)
      else {
        const isNode = await passOn(command).catch(() => null)
        if (isNode === null) return new Response('Service Unavailable', { status: 503 })
        if (!isNode) return new Response('Not Found', { status: 404 })
      }
      return new Response(null, { status: 204 })
    },
    /** What `passOn` of another node sent. */
    fromPeer(details: string): string {
      const { session, text, bytes } = JSON.parse(details) as { session: string; text?: string; bytes?: string }
      receive(session, text ?? Uint8Array.fromBase64(bytes ?? ''))
      return ''
    },
  }
}
