// OpenAPI 3.1, generated from the rows: what an endpoint takes and gives is written once, in its row.
import { z } from 'zod'
import { isFileReply, isUpload, paramNames, type Endpoint } from './endpoint.ts'
import { rowsByDomain } from './api.ts'
import { csrfHeader } from './cookies.ts'
import { createComponents, parameterSchema, queryProperties, type JsonSchema } from './openapi-schemas.ts'
import { ProblemReply } from './problems.ts'

type Components = ReturnType<typeof createComponents>
type Info = { title: string; version: string; serverUrl?: string }

export function openApiDocument({ title, version, serverUrl }: Info) {
  const components = createComponents()
  const problem = components.refer('output', ProblemReply, 'ProblemReply')
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const [domain, rows] of Object.entries(rowsByDomain)) {
    for (const [name, row] of Object.entries<Endpoint>(rows)) {
      const item = (paths[row.path] ??= {})
      item[row.method.toLowerCase()] = operation(domain, name, row, components)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl ?? '/' }],
    tags: Object.keys(rowsByDomain).map((name) => ({ name })),
    paths,
    components: {
      schemas: components.components(),
      responses: {
        Problem: {
          description: 'The request was refused or failed.',
          content: { 'application/json': { schema: problem } },
        },
      },
      parameters: {
        CsrfToken: {
          name: csrfHeader,
          in: 'header',
          description: 'Equal to the csrf_token cookie; needed with the session cookie in production.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'auth_token', description: 'Set by signing in.' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>

function operation(domain: string, name: string, row: Endpoint, components: Components): JsonSchema {
  const title = capital(domain) + capital(name)
  const body = requestBody(row, title, components)
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: row.says,
    'x-access': row.access,
    security: row.access === 'public' ? [] : [{ session: [] }, { bearer: [] }],
    parameters: parameters(row),
    ...(body && { requestBody: body }),
    responses: responses(row, title, components),
  }
}

function parameters(row: Endpoint): JsonSchema[] {
  const inPath = paramNames(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(row.params[name] ?? z.uuid()),
  }))
  const query = row.query ? queryProperties(row.query) : { properties: {}, required: [] }
  const inQuery = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required.includes(name),
    schema,
  }))
  const csrf = row.method === 'GET' ? [] : [{ $ref: '#/components/parameters/CsrfToken' }]
  return [...inPath, ...inQuery, ...csrf]
}

function requestBody(row: Endpoint, title: string, components: Components): JsonSchema | null {
  if (row.body === null) return null
  if (isUpload(row.body)) {
    const { field, mediaTypes, maxBytes, maxPixels } = row.body.upload
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `At most ${maxBytes} bytes and ${maxPixels} pixels.`,
    }
    const schema = { type: 'object', required: [field], properties: { [field]: file } }
    const encoding = { [field]: { contentType: mediaTypes.join(', ') } }
    return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
  }
  const required = !row.body.safeParse(undefined).success
  return { required, content: { 'application/json': { schema: components.refer('input', row.body, `${title}Body`) } } }
}

function responses(row: Endpoint, title: string, components: Components): JsonSchema {
  const refused = { $ref: '#/components/responses/Problem' }
  return {
    ...success(row, title, components),
    ...((row.body ?? row.query) && { 400: refused }),
    ...(row.access !== 'public' && { 401: refused, 403: refused }),
    ...(row.path.includes('{') && { 404: refused }),
    default: refused,
  }
}

function success(row: Endpoint, title: string, components: Components): JsonSchema {
  if (row.reply === null) return { 204: { description: 'Done; nothing to return.' } }
  if (isFileReply(row.reply)) {
    return { 200: { description: 'The file.', content: Object.fromEntries(row.reply.file.map((type) => [type, {}])) } }
  }
  const data = components.refer('output', row.reply, `${title}Reply`)
  const schema = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  return { [row.status]: { description: row.says, content: { 'application/json': { schema } } } }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
