// Reads the parameters of an API command out of its JSON text; raw values such as `data` stay as they were written.
import { isChannelName } from '../channels/channel-name.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import type { Payload } from '../protocol/messages.ts'
import { asPayload } from '../protocol/payload.ts'
import { onOneLine, rawMembers } from '../protocol/raw-json.ts'

/** Thrown by API methods; the reply carries its error. */
export class ApiFailure extends Error {
  readonly error: ProtocolError

  constructor(error: ProtocolError) {
    super(error.message)
    this.error = error
  }
}

const badRequest = () => new ApiFailure(errors.badRequest)

/** Valid JSON and its members; null when it is no object. */
export type ParamsText = { json: string; members: ReadonlyMap<string, string> | null }

/** `json` is valid. */
export const paramsText = (json: string): ParamsText => ({ json, members: rawMembers(json) })

export class ApiParams {
  readonly json: string
  private readonly members: ReadonlyMap<string, string>

  /** Anything but an object is a bad request. */
  constructor({ json, members }: ParamsText) {
    if (!members) throw badRequest()
    this.json = json
    this.members = members
  }

  /** Undefined for an absent member and for null. */
  value(name: string): unknown {
    const raw = this.members.get(name)
    return raw === undefined ? undefined : ((JSON.parse(raw) as unknown) ?? undefined)
  }

  private raw(name: string): string | undefined {
    const raw = this.members.get(name)
    return raw === undefined ? undefined : onOneLine(raw)
  }

  text(name: string): string | undefined {
    const value = this.value(name)
    if (value !== undefined && typeof value !== 'string') throw badRequest()
    return value
  }

  flag(name: string): boolean {
    const value = this.value(name) ?? false
    if (typeof value !== 'boolean') throw badRequest()
    return value
  }

  count(name: string): number | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badRequest()
    return value
  }

  texts(name: string): string[] | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw badRequest()
    return value
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'object' || Array.isArray(value)) throw badRequest()
    return value as Record<string, unknown>
  }

  channel(): string {
    const channel = this.value('channel')
    if (!isChannelName(channel)) throw badRequest()
    return channel
  }

  /** An id may be empty only where it is optional. */
  user(): string {
    const user = this.text('user')
    if (user === undefined) throw badRequest()
    return user
  }

  /** What to publish: `data` as any JSON, or `b64data` as any bytes. */
  data(): Payload {
    const payload = this.payload('data')
    if (payload === undefined) throw badRequest()
    return payload
  }

  /** The same where nothing is something, too. */
  dataOrNothing(): Payload {
    return this.payload('data') ?? ''
  }

  /** For what every client reads, it must be JSON in both forms. Null is nothing. */
  json64(name: string): string | undefined {
    const payload = this.payload(name)
    if (payload instanceof Uint8Array) throw badRequest()
    return payload === 'null' ? undefined : payload
  }

  /** The member as it was written, or its Base64 form (`b64data`), which wins. */
  private payload(name: string): Payload | undefined {
    const encoded = this.text(`b64${name}`)
    if (!encoded) return this.raw(name)
    try {
      return asPayload(Uint8Array.fromBase64(encoded))
    } catch {
      throw badRequest()
    }
  }
}
