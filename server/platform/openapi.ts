/** OpenAPI 3.1 made from the contract: what it says is what the server validates with. */
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'

type Json = Record<string, unknown>

/** The document as an object; made once, at the first call. */
export function describeApi(title: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(calls)) {
    const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = describeCall(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        nostr: { type: 'http', scheme: 'nostr', description: 'NIP-98: an event signed for this one request' },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

const failureSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'string',
      description: 'What happened, in English, or in the language that Accept-Language names by its bare code',
    },
    code: { type: 'string', enum: Object.keys(errorCodes) },
  },
  required: ['success', 'error', 'code'],
}

function describeCall(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [pathOf(endpoint).split('/')[endpoint.base === '' ? 1 : 2]],
    ...describeSecurity(endpoint),
    parameters: [...describeParameters(endpoint, 'path'), ...describeParameters(endpoint, 'query')],
    ...(endpoint.body ? { requestBody: describeBody(endpoint) } : {}),
    responses: {
      200: describeSuccess(endpoint),
      default: {
        description: ['A failure', ...(endpoint.errors ?? [])].join(', '),
        content: { 'application/json': { schema: endpoint.isRaw ? {} : { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function describeSecurity({ access, provesKey }: Endpoint): Json {
  if (provesKey) return { security: [{ nostr: [] }] }
  return access === 'public' ? {} : { security: [{ bearer: [] }, { nostr: [] }] }
}

function describeParameters(endpoint: Endpoint, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function describeBody(endpoint: Endpoint): Json {
  const type = endpoint.isForm ? 'multipart/form-data' : 'application/json'
  return { required: true, content: { [type]: { schema: schemaOf(endpoint.body!) } } }
}

function describeSuccess(endpoint: Endpoint): Json {
  if (endpoint.events) {
    return {
      description: 'A stream of events',
      content: { 'text/event-stream': { schema: schemaOf(endpoint.events) } },
    }
  }
  if (endpoint.isRaw) {
    return { description: 'Success', content: { 'application/json': { schema: schemaOf(endpoint.data) } } }
  }
  const schema = {
    type: 'object',
    properties: { success: { const: true }, data: schemaOf(endpoint.data) },
    required: ['success', 'data'],
  }
  return { description: 'Success', content: { 'application/json': { schema } } }
}

function schemaOf(schema: z.ZodMiniType): Json {
  // 'input' is the wire's side of a codec; bigint, Date and File have no JSON form.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}
