// The generated document is valid OpenAPI 3.1 and says of each row what the row says.
import { validate } from '@readme/openapi-parser'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRows } from '../src/api.ts'
import { isFileReply, isUpload } from '../src/endpoint.ts'
import {
  Colour,
  Email,
  Latitude,
  Longitude,
  MacAddress,
  Percent,
  Phone,
  Time,
  Timezone,
  TransmitterId,
} from '../src/fields.ts'
import { openApiDocument } from '../src/openapi.ts'

type Operation = {
  operationId: string
  parameters: { name?: string; in?: string; required?: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { encoding?: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
  security: object[]
}

/** As a client reads it: through JSON. */
function published(): { paths: Record<string, Record<string, Operation>>; components: { schemas: object } } {
  return JSON.parse(
    JSON.stringify(openApiDocument({ title: 'Rollcall', version: '1.2.3', serverUrl: 'https://example.org' })),
  )
}

const document = published()
const rows = allRows.map((row) => [`${row.method} ${row.path}`, row] as const)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, references included', async () => {
    const result = await validate(published() as never)
    expect(result).toMatchObject({ valid: true, warnings: [] })
  })

  it('is judged by a validator that can say no', async () => {
    const broken = published()
    broken.paths['/api/zones'] = { get: { ...broken.paths['/api/zones']?.['get'], responses: 7 } as never }
    expect((await validate(broken as never)).valid).toBe(false)
  })

  it('has an operation of its own name for each row, and no other', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    expect(operations).toHaveLength(allRows.length)
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(allRows.length)
  })

  it.each(rows)('says of %s what its row says', (_, row) => {
    const operation = document.paths[row.path]?.[row.method.toLowerCase()]
    if (!operation) throw new Error('missing')
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(row.path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.parameters.some((parameter) => parameter.in === 'query')).toBe(row.query !== null)
    expect(operation.security.length > 0).toBe(row.access !== 'public')

    const bodyType = row.body === null ? [] : [isUpload(row.body) ? 'multipart/form-data' : 'application/json']
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(bodyType)

    const status = row.reply === null ? '204' : String(row.status)
    const replyTypes = row.reply === null ? [] : isFileReply(row.reply) ? row.reply.file : ['application/json']
    expect(Object.keys(operation.responses[status]?.content ?? {})).toEqual(replyTypes)
    expect(operation.responses).toHaveProperty('default')
  })

  it('describes bodies as they are sent and replies as they are received', () => {
    expect(document.components.schemas).toMatchObject({
      ZoneCreate: { required: ['floorId', 'name', 'zoneTypeId', 'polygon'], additionalProperties: false },
      ZonesListReply: { properties: { items: { items: { $ref: '#/components/schemas/Zone' } } } },
      TransmitterCreate: { properties: { entityType: { $ref: '#/components/schemas/EntityType' } } },
    })
    expect(document.components.schemas).toHaveProperty('ProblemReply')
  })

  it('lists the values of an optional query field, with its limits', () => {
    const parameters = document.paths['/api/receivers']?.['get']?.parameters
    expect(parameters).toContainEqual({
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 25, description: 'Entries per page.' },
    })
  })
})

/** Replies that somebody who writes a client reads first: every property of theirs says what it means. */
const mainResources = `
Alert Asset Building Contact Department Emergency Floor Person Receiver Transmitter User Zone ZoneType`
  .trim()
  .split(' ')

/** Shared kinds of field: described, and shown by an example that fits them. */
const sharedFields = { Colour, Email, Latitude, Longitude, MacAddress, Percent, Phone, Time, Timezone, TransmitterId }

type Described = { description?: string; examples?: unknown[]; properties?: Record<string, Described> }

describe('descriptions', () => {
  const schemas = document.components.schemas as Record<string, Described>

  it.each(mainResources)('of every property of %s reach the document', (name) => {
    const properties = Object.entries(schemas[name]?.properties ?? {})
    expect(properties.length).toBeGreaterThan(3)
    const bare = properties.filter(([, property]) => !property.description).map(([field]) => field)
    expect(bare).toEqual([])
  })

  it.each(mainResources)('are sentences in %s', (name) => {
    for (const { description } of Object.values(schemas[name]?.properties ?? {})) {
      expect(description).toMatch(/^(?:[A-Z0-9]|dBm).*\.$/)
    }
  })

  it.each(Object.entries(sharedFields))('and examples of %s reach the document and fit', (_, schema) => {
    const published = z.toJSONSchema(schema, { io: 'input' })
    expect(published.description).toMatch(/\.$/)
    expect(published.examples?.length).toBeGreaterThan(0)
    for (const example of published.examples ?? []) expect(schema.safeParse(example).success).toBe(true)
  })

  it('of list queries reach the parameters', () => {
    const parameters = document.paths['/api/zones']?.['get']?.parameters as { name?: string; schema?: Described }[]
    for (const name of ['page', 'pageSize', 'q', 'sort'])
      expect(parameters.find((parameter) => parameter.name === name)?.schema?.description).toMatch(/\.$/)
  })
})
