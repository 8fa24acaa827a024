// Protobuf by table: a message is a list of named, numbered, typed fields; these functions write and read plain objects by it.
// Proto3 rules: zero values are not written, unknown fields are skipped. Called by the protobuf codec and the emulation route.

export type FieldType = 'uint' | 'int' | 'flag' | 'text' | 'bytes' | MessageType
export type Field = { number: number; type: FieldType; isList?: boolean; isMap?: boolean }
export type MessageType = () => Readonly<Record<string, Field>>
export type Fields = Record<string, unknown>

const wireVarint = 0
const wireBytes = 2
/** Bytes of the two fixed-size wire types, which only unknown fields can have. */
const fixedSize: Record<number, number> = { 1: 8, 5: 4 }

/** Filters nest; a stranger's frame must not nest deep enough to exhaust the stack. */
const deepest = 20

type Table = ReadonlyMap<number, { name: string; field: Field }>
const tables = new WeakMap<MessageType, Table>()

/** By field number, made once per type. */
function tableOf(type: MessageType): Table {
  let table = tables.get(type)
  if (!table) {
    table = new Map(Object.entries(type()).map(([name, field]) => [field.number, { name, field }]))
    tables.set(type, table)
  }
  return table
}

/** A map is a list of entries. */
export function mapField(number: number, type: FieldType): Field {
  const entry: MessageType = () => ({ key: { number: 1, type: 'text' }, value: { number: 2, type } })
  return { number, type: entry, isMap: true }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function encodeMessage(type: MessageType, value: Fields): Buffer {
  const chunks: Uint8Array[] = []
  for (const { name, field } of tableOf(type).values()) {
    const content = value[name]
    if (content === undefined) continue
    if (field.isMap) {
      for (const [key, item] of Object.entries(content as Fields)) writeField(chunks, field, { key, value: item })
    } else if (field.isList) for (const item of content as unknown[]) writeField(chunks, field, item)
    else if (content !== 0 && content !== '' && content !== false) writeField(chunks, field, content)
  }
  return Buffer.concat(chunks)
}

/** The length, then the message: how messages follow each other in a frame. */
export function delimited(message: Uint8Array): Buffer {
  return Buffer.concat([varint(message.length), message])
}

function writeField(chunks: Uint8Array[], { number, type }: Field, value: unknown): void {
  if (type === 'uint' || type === 'int' || type === 'flag') {
    chunks.push(varint(number * 8 + wireVarint), varint(Number(value)))
    return
  }
  const bytes =
    typeof type === 'function'
      ? encodeMessage(type, value as Fields)
      : typeof value === 'string'
        ? Buffer.from(value)
        : (value as Uint8Array)
  chunks.push(varint(number * 8 + wireBytes), varint(bytes.length), bytes)
}

const oneByte = Array.from({ length: 0x80 }, (_, value) => Uint8Array.of(value))

/** Of a number that is not negative. Most are field numbers and lengths of one byte. */
function varint(value: number): Uint8Array {
  const short = oneByte[value]
  if (short) return short
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Uint8Array.from(bytes)
}

/** Walks over bytes; every read beyond the end throws. */
export class Reader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  /** Unsigned; most have few bytes, and need no 64 bits. */
  number(): number {
    let value = 0
    for (let length = 0; length < 4; length++) {
      const byte = this.bytes[this.at + length] ?? 0x80
      value |= (byte & 0x7f) << (7 * length)
      if (byte >= 0x80) continue
      this.at += length + 1
      return value
    }
    return Number(this.varint())
  }

  /** Unsigned 64 bits. */
  varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) break
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new RangeError('a number does not end')
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new RangeError('the message is cut off')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  delimited(): Uint8Array {
    return this.take(this.number())
  }
}

/** Throws when the bytes are not such a message. */
export function decodeMessage(type: MessageType, bytes: Uint8Array, depth = 0): Fields {
  if (depth > deepest) throw new RangeError('the message nests too deeply')
  const reader = new Reader(bytes)
  const table = tableOf(type)
  // Without a prototype: names of map entries are chosen by strangers.
  const value = Object.create(null) as Fields
  while (!reader.isAtEnd) {
    const tag = reader.number()
    const wire = tag & 7
    const entry = table.get(Math.floor(tag / 8))
    if (!entry) skip(reader, wire)
    else addField(value, entry.name, entry.field, readField(reader, entry.field, wire, depth))
  }
  return value
}

function skip(reader: Reader, wire: number): void {
  if (wire === wireVarint) reader.varint()
  else if (wire === wireBytes) reader.delimited()
  else if (fixedSize[wire]) reader.take(fixedSize[wire])
  else throw new RangeError('an unknown wire type')
}

function readField(reader: Reader, { type }: Field, wire: number, depth: number): unknown {
  const isNumber = type === 'uint' || type === 'int' || type === 'flag'
  if (wire !== (isNumber ? wireVarint : wireBytes)) throw new RangeError('a field has another type')
  if (type === 'uint') return reader.number()
  if (type === 'int') return Number(BigInt.asIntN(64, reader.varint()))
  if (type === 'flag') return reader.number() !== 0
  const bytes = reader.delimited()
  if (type === 'text') return utf8.decode(bytes)
  return type === 'bytes' ? bytes : decodeMessage(type, bytes, depth + 1)
}

function addField(value: Fields, name: string, { isList, isMap }: Field, item: unknown): void {
  if (isMap) {
    const entries = (value[name] ??= Object.create(null)) as Fields
    const { key = '', value: content } = item as { key?: string; value?: unknown }
    entries[key] = content
  } else if (isList) {
    const items = (value[name] ??= []) as unknown[]
    items.push(item)
  } else value[name] = item
}
