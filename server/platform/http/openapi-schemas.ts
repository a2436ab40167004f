/** The contract's schemas as JSON Schema, in wire form; schemas used by several endpoints become components. Endpoints
 * are described in openapi.ts. */
import * as z from 'zod/mini'

export type Json = Record<string, unknown>

export type SharedSchemas = {
  /** The wire form of a schema, with references into `components`. */
  of(schema: z.ZodMiniType): Json
  /** The fields of an object, one by one, as used for parameters. */
  fieldsOf(schema: z.ZodMiniType): Fields
  /** The components that were referenced so far, by name. */
  components(): Json
}

/** Shorter schemas are inlined: a reference would be as long. */
const SHARED_MIN_CHARACTERS = 60

/** `named`: schemas that become components of these names when they are used. */
export function shareSchemas(named: Readonly<Record<string, z.ZodMiniType>>): SharedSchemas {
  const nameOf = new Map<string, string>()
  const known = new Map<string, Json>()
  /** Objects that others may extend, the largest last. */
  const objects: [name: string, fields: Fields][] = []
  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => share(one))
    if (typeof value !== 'object' || value === null) return value
    const inner: Json = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, share(one)]))
    const name = nameOf.get(JSON.stringify(inner))
    return name === undefined ? extend(inner, objects) : refer(name)
  }
  const shareFields = (wire: Json): Json =>
    Object.fromEntries(
      Object.entries(wire).map(([key, one]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(Object.entries(one as Json).map(([name, field]) => [name, share(field)]))
          : one,
      ]),
    )
  const byLength = Object.entries(named)
    .map(([name, schema]) => ({ name, wire: wireOf(schema) }))
    .toSorted((one, other) => JSON.stringify(one.wire).length - JSON.stringify(other.wire).length)
  // The shortest first, so that longer ones can refer to them.
  for (const { name, wire } of byLength) {
    const shared = share(wire) as Json
    const text = JSON.stringify(shared)
    const isPlain = '$ref' in shared || shared['type'] === 'integer'
    if (isPlain || text.length < SHARED_MIN_CHARACTERS || nameOf.has(text)) continue
    nameOf.set(text, name)
    known.set(name, shared)
    if (isOpenObject(wire)) objects.push([name, fieldsOf(shareFields(wire))])
  }
  const used = new Set<string>()
  const note = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' && typeof inner === 'string' ? inner.replace('#/components/schemas/', '') : null
      if (name === null) note(inner)
      else if (!used.has(name)) {
        used.add(name)
        note(known.get(name))
      }
    }
  }
  return {
    of(schema) {
      const shared = share(wireOf(schema)) as Json
      note(shared)
      return shared
    },
    fieldsOf(schema) {
      const fields = fieldsOf(shareFields(wireOf(schema)))
      note(fields.properties)
      return fields
    },
    components: () => Object.fromEntries([...known].filter(([name]) => used.has(name))),
  }
}

export type Fields = { properties: Json; required: readonly string[] }

const refer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
/** Whether more fields may be added: true for responses, false for request bodies. */
const isOpenObject = (json: Json): boolean =>
  json['type'] === 'object' && 'properties' in json && !('additionalProperties' in json)
const fieldsOf = (json: Json): Fields => ({
  properties: (json['properties'] ?? {}) as Json,
  required: (json['required'] ?? []) as string[],
})

/** Writes an object that has all fields of a shared one as that one plus the remaining fields. */
function extend(json: Json, objects: readonly [name: string, fields: Fields][]): Json {
  if (!isOpenObject(json)) return json
  const { properties, required } = fieldsOf(json)
  const base = objects.findLast(([, fields]) =>
    Object.entries(fields.properties).every(
      ([name, schema]) =>
        JSON.stringify(properties[name]) === JSON.stringify(schema) &&
        required.includes(name) === fields.required.includes(name),
    ),
  )
  if (base === undefined) return json
  const [name, fields] = base
  const rest = Object.fromEntries(Object.entries(properties).filter(([field]) => !(field in fields.properties)))
  if (Object.keys(rest).length === 0) return refer(name)
  const others = required.filter((field) => field in rest)
  return {
    allOf: [refer(name), { type: 'object', properties: rest, ...(others.length > 0 && { required: others }) }],
  }
}

/** 'input' is the wire side of a codec; bigint, Date and File have no JSON form. */
function wireOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...wire } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => describeWire(zodSchema as unknown as Wire, jsonSchema as Json),
  }) as Json
  return mergeNulls(wire) as Json
}

/** Merges `anyOf` of a schema and null into one schema with two types, which is shorter. Not for enums, which would
 * have to list null among their values. */
function mergeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mergeNulls)
  if (typeof value !== 'object' || value === null) return value
  const json: Json = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mergeNulls(one)]))
  const { anyOf, ...rest } = json
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return json
  const [one, other] = anyOf as [Json, Json]
  const isNull = other['type'] === 'null' && Object.keys(other).length === 1
  const isPlain = ['string', 'integer', 'number', 'boolean'].includes(String(one['type']))
  if (!isNull || !isPlain || 'enum' in one || 'const' in one) return json
  return { ...one, type: [one['type'], 'null'], ...rest }
}

type Check = { _zod: { def: { check: string; value?: unknown; inclusive?: boolean } } }
type Wire = { _zod: { def: { type: string; in?: Wire; out?: Wire; checks?: Check[] } } }

/** A codec's limits are on its inner side, which the wire's schema does not show. */
function describeWire(schema: Wire, json: Json): void {
  // The pattern of a format is redundant; limits at the range of safe integers are too.
  if (['uuid', 'date', 'date-time'].includes(String(json['format']))) delete json['pattern']
  // Our pattern is narrower than the format, and is the one that is enforced.
  if (json['format'] === 'email') delete json['format']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  const { type, in: input, out } = schema._zod.def
  if (type !== 'pipe' || input === undefined || out === undefined) return
  const pattern = typeof json['pattern'] === 'string' ? json['pattern'] : ''
  const isDigits = input._zod.def.type === 'string' && /\[1-9\]\\d/.test(pattern)
  if (!isDigits || (out._zod.def.type !== 'number' && out._zod.def.type !== 'int')) return
  const smallest = pattern.includes('(0|') ? 0 : 1
  // In URLs and forms a number is written in digits, which OpenAPI calls an integer.
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, { type: 'integer', minimum: smallest, maximum: Number.MAX_SAFE_INTEGER })
  for (const { _zod: check } of schema._zod.def.checks ?? []) {
    const limit = Number(check.def.value)
    if (check.def.check === 'greater_than')
      json['minimum'] = Math.max(smallest, check.def.inclusive ? limit : limit + 1)
    if (check.def.check === 'less_than') json['maximum'] = check.def.inclusive ? limit : limit - 1
  }
}
