/** OpenAPI 3.1 generated from the contract, the same schemas that the server validates with. */
import { calls, sharedSchemas } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { type Json, shareSchemas, type SharedSchemas } from './openapi-schemas.ts'

const FAILURE = { $ref: '#/components/schemas/Failure' }

type About = {
  title: string
  /** The server URL of the endpoints; empty: where the document is served. */
  publicUrl: string
}

/** The document as an object; generated at the first call. */
export function describeApi({ title, publicUrl }: About): Json {
  const schemas = shareSchemas(sharedSchemas)
  const parameters = shareParameters(schemas)
  const paths: Record<string, Json> = {}
  const answers: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const [name, endpoint] of Object.entries(calls)) {
    const own = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    // Two paths that differ only in parameter names are one.
    const shape = own.replaceAll(/\{\w+\}/g, '{}').toLowerCase()
    const path = names.get(shape) ?? own
    names.set(shape, path)
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = describeCall(name, endpoint, {
      path,
      schemas,
      parameterOf: parameters.of,
      answers,
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Amounts are whole millisatoshi. Responses are in `data`, and errors have a `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    // Of all operations that state no other.
    security: [{ bearer: [] }, { nostr: [] }],
    tags: [...new Set(Object.values(calls).map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        nostr: { type: 'http', scheme: 'nostr', description: 'NIP-98: an event signed for this one request' },
      },
      responses: {
        ...answers,
        Done: describeDone(),
        Refused: describeFailure('Refused', FAILURE),
        RefusedRaw: describeFailure('Refused', { type: 'object' }),
        Failed: describeFailure('Failed, or unavailable for now', FAILURE),
        FailedRaw: describeFailure('Failed, or unavailable for now', { type: 'object' }),
      },
      parameters: parameters.components,
      schemas: { ...schemas.components(), Failure: failureSchema },
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
    requestId: { type: 'string', description: 'Of this request, as in the header X-Request-Id and in the log' },
    challenge: { type: 'string', description: 'Completes a log-in that was refused with twitter-email-missing' },
    expiresAt: { type: 'string', format: 'date-time', description: 'Until when the challenge can be used' },
  },
  required: ['success', 'error', 'code'],
}

type Place = {
  path: string
  schemas: SharedSchemas
  parameterOf: (parameter: Json) => Json
  /** Shared responses by name, filled as endpoints are described. */
  answers: Record<string, Json>
}

const tagOf = (endpoint: Endpoint): string => pathOf(endpoint).split('/')[endpoint.base === '' ? 1 : 2]!

function describeCall(name: string, endpoint: Endpoint, place: Place): Json {
  const { path, schemas, parameterOf } = place
  const parameters = [...describePathParameters(endpoint, path, schemas), ...describeQuery(endpoint, schemas)].map(
    parameterOf,
  )
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    ...describeSecurity(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: describeBody(endpoint, schemas) }),
    responses: {
      [endpoint.status ?? 200]: describeSuccess(endpoint, place),
      ...(endpoint.errors?.includes('moved') && { 301: { description: 'Found at another address: see Location' } }),
      '4XX': { ...refer(endpoint, 'Refused'), ...(endpoint.errors && { description: endpoint.errors.join(', ') }) },
      '5XX': refer(endpoint, 'Failed'),
    },
  }
}

/** An endpoint of an external standard fails in that standard's format. */
const refer = ({ isRaw }: Endpoint, name: 'Refused' | 'Failed'): Json => ({
  $ref: `#/components/responses/${name}${isRaw ? 'Raw' : ''}`,
})

function describeFailure(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } }
}

function describeSecurity({ access, provesKey }: Endpoint): Json {
  if (provesKey) return { security: [{ nostr: [] }] }
  return access === 'public' ? { security: [] } : {}
}

const SHARED_FROM = 3

/** Shared components for parameters that several endpoints take; of each name, the most common form. */
function shareParameters(schemas: SharedSchemas): { of: (parameter: Json) => Json; components: Json } {
  const counts = new Map<string, number>()
  for (const endpoint of Object.values(calls)) {
    const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    for (const parameter of [...describePathParameters(endpoint, path, schemas), ...describeQuery(endpoint, schemas)]) {
      const text = JSON.stringify(parameter)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  const components: Record<string, Json> = {}
  for (const [text, count] of [...counts].toSorted(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(text) as Json
    if (count >= SHARED_FROM) components[String(parameter['name'])] ??= parameter
  }
  return {
    components,
    of(parameter) {
      const name = String(parameter['name'])
      const isShared = JSON.stringify(components[name]) === JSON.stringify(parameter)
      return isShared ? { $ref: `#/components/parameters/${name}` } : parameter
    },
  }
}

/** With the parameter names of the path, in its order. */
function describePathParameters({ params, ...endpoint }: Endpoint, path: string, schemas: SharedSchemas): Json[] {
  if (params === undefined) return []
  const { properties } = schemas.fieldsOf(params)
  const own = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const shown = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return own.map((name, index) => ({ name: shown[index], in: 'path', required: true, schema: properties[name] }))
}

function describeQuery({ query }: Endpoint, schemas: SharedSchemas): Json[] {
  if (query === undefined) return []
  const { properties, required } = schemas.fieldsOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
  }))
}

function describeBody({ body, isForm }: Endpoint, schemas: SharedSchemas): Json {
  const type = isForm ? 'multipart/form-data' : 'application/json'
  return { required: body!.def.type !== 'optional', content: { [type]: { schema: schemas.of(body!) } } }
}

function describeSuccess(endpoint: Endpoint, { schemas, answers }: Place): Json {
  const { data, events, isRaw, textType } = endpoint
  const content = (type: string, schema: Json) => ({ description: 'Success', content: { [type]: { schema } } })
  if (textType !== undefined) {
    const [type = ''] = textType.split(';')
    return content(type, { type: type === 'application/json' ? 'object' : 'string' })
  }
  if (events) return { ...content('text/event-stream', schemas.of(events)), description: 'A stream of events' }
  if (isRaw) return content('application/json', schemas.of(data))
  if (data.def.type === 'null') return { $ref: '#/components/responses/Done' }
  const response = schemas.of(data)
  const described = content('application/json', envelope(response))
  const name = nameOfAnswer(response)
  if (name === null) return described
  answers[name] = described
  return { $ref: `#/components/responses/${name}` }
}

/** The name of a response that is one shared schema or a list of it; such responses are shared too. */
function nameOfAnswer({ $ref, type, items }: Json): string | null {
  const ofItem = type === 'array' ? (items as Json)['$ref'] : undefined
  if (typeof ofItem === 'string') return `${ofItem.split('/').at(-1)}List`
  return typeof $ref === 'string' ? $ref.split('/').at(-1)! : null
}

const envelope = (data: Json): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
})

const describeDone = (): Json => ({
  description: 'Success, with nothing to say',
  content: { 'application/json': { schema: envelope({ type: 'null' }) } },
})
