/** The format of a row of stock-client-table.ts: the call, and the type of each field of its response. */

export const types = {
  text: (value: unknown) => typeof value === 'string',
  uuid: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  key: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  date: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  whole: (value: unknown) => Number.isSafeInteger(value),
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  flag: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
export type TypeName = keyof typeof types
/** `[shape]` is a list with at least one entry, each of this shape. */
export type Shape = TypeName | `${TypeName}?` | readonly [Shape] | { readonly [field: string]: Shape }
export type Row = {
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  by?: 'listener' | 'artist'
  body?: () => Record<string, unknown>
  isForm?: true
  status?: 200 | 201
  reads: Shape
}
