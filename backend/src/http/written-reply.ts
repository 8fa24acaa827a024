// A reply that a handler has written itself, because it holds thousands of entries of which few change between two answers, and is
// the same for everybody who asks at that moment. Sent as it is by implement.ts; tests hold it against its schema like any other.

export class WrittenReply {
  readonly bytes: Buffer
  /** `data`: JSON. */
  constructor(data: string) {
    this.bytes = Buffer.from(`{"success":true,"data":${data}}`)
  }
}

/** Stands for the value of the reply. */
export function standsFor<T>(reply: WrittenReply): T {
  return reply as unknown as T
}
