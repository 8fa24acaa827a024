// A reply that a handler has written itself, because it holds thousands of entries of which few change between two answers, and is
// the same for everybody who asks at that moment. Sent as it is by implement.ts; tests hold it against its schema like any other.
import { setImmediate as othersTurn } from 'node:timers/promises'

export class WrittenReply {
  readonly bytes: Buffer
  private constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** `data`: JSON in pieces. Whoever else waits for an answer has a turn several times a millisecond. */
  static async of(data: Iterable<string>): Promise<WrittenReply> {
    const chunks: Buffer[] = []
    let text = '{"success":true,"data":'
    for (const piece of data) {
      text += piece
      // One text of megabytes takes half as long again, and twice that when a single name in it is not Latin.
      if (text.length < chunkLength) continue
      chunks.push(Buffer.from(text))
      text = ''
      if (chunks.length % chunksPerTurn === 0) await othersTurn()
    }
    chunks.push(Buffer.from(`${text}}`))
    return new WrittenReply(Buffer.concat(chunks))
  }
}

const chunkLength = 16_384
const chunksPerTurn = 4

/** Stands for the value of the reply. */
export function standsFor<T>(reply: WrittenReply): T {
  return reply as unknown as T
}
