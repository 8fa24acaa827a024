// A reply that a handler has written as JSON itself, because it holds thousands of entries of which few change between two answers.
// Sent as it is by implement.ts; tests hold it against its schema like any other.

export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Stands for the value of the reply. */
export function jsonText<T>(text: string): T {
  return new JsonText(text) as unknown as T
}
