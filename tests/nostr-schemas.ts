/** The published JSON schemas of events (nostrability/schemata), which our events must match. */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { NostrEvent } from '#protocols/nostr/event.ts'

const FILES: Readonly<Record<number, string>> = {
  5: import.meta.resolve('@nostrability/schemata/dist/nips/nip-09/kind-5/schema.json'),
  40: import.meta.resolve('@nostrability/schemata/dist/nips/nip-28/kind-40/schema.json'),
  41: import.meta.resolve('@nostrability/schemata/dist/nips/nip-28/kind-41/schema.json'),
  42: import.meta.resolve('@nostrability/schemata/dist/nips/nip-28/kind-42/schema.json'),
  43: import.meta.resolve('@nostrability/schemata/dist/nips/nip-28/kind-43/schema.json'),
  44: import.meta.resolve('@nostrability/schemata/dist/nips/nip-28/kind-44/schema.json'),
  9_734: import.meta.resolve('@nostrability/schemata/dist/nips/nip-57/kind-9734/schema.json'),
  9_735: import.meta.resolve('@nostrability/schemata/dist/nips/nip-57/kind-9735/schema.json'),
  7: import.meta.resolve('@nostrability/schemata/dist/nips/nip-25/kind-7/schema.json'),
  16: import.meta.resolve('@nostrability/schemata/dist/nips/nip-18/kind-16/schema.json'),
  17: import.meta.resolve('@nostrability/schemata/dist/nips/nip-25/kind-17/schema.json'),
  31_923: import.meta.resolve('@nostrability/schemata/dist/nips/nip-52/kind-31923/schema.json'),
  31_925: import.meta.resolve('@nostrability/schemata/dist/nips/nip-52/kind-31925/schema.json'),
  1_111: import.meta.resolve('@nostrability/schemata/dist/nips/nip-22/kind-1111/schema.json'),
}
/** None is published for the kinds of music and podcasts: the rules of all events apply, and those of each tag that
 * has a schema. */
const ANY_EVENT = import.meta.resolve('@nostrability/schemata/dist/@/note.json')
const TAG_FILES: Readonly<Record<string, string>> = {
  a: import.meta.resolve('@nostrability/schemata/dist/@/tag/a.json'),
  d: import.meta.resolve('@nostrability/schemata/dist/@/tag/d.json'),
  i: import.meta.resolve('@nostrability/schemata/dist/@/tag/external-content-i.json'),
  image: import.meta.resolve('@nostrability/schemata/dist/@/tag/image.json'),
  k: import.meta.resolve('@nostrability/schemata/dist/@/tag/external-content-k.json'),
  p: import.meta.resolve('@nostrability/schemata/dist/@/tag/p.json'),
  published_at: import.meta.resolve('@nostrability/schemata/dist/@/tag/published_at.json'),
  subject: import.meta.resolve('@nostrability/schemata/dist/@/tag/subject.json'),
  t: import.meta.resolve('@nostrability/schemata/dist/@/tag/t.json'),
  title: import.meta.resolve('@nostrability/schemata/dist/@/tag/title.json'),
  url: import.meta.resolve('@nostrability/schemata/dist/@/tag/url.json'),
}
const compiled = new Map<string, ValidateFunction>()

/** The errors of an event by the schema of its kind; empty if it is valid. */
export function faultsOfEvent(event: NostrEvent): string[] {
  const file = FILES[event.kind]
  if (file === undefined) throw new Error(`No schema is named for kind ${event.kind}`)
  return faultsOf(file, event)
}

/** The same for a kind without its own schema: by the schema of all events, and those of its tags. */
export function faultsOfOtherEvent(event: NostrEvent): string[] {
  const ofTags = event.tags.flatMap((tag) => {
    const file = TAG_FILES[tag[0] ?? '']
    return file === undefined ? [] : faultsOf(file, tag).map((fault) => `${JSON.stringify(tag)}: ${fault}`)
  })
  return [...faultsOf(ANY_EVENT, event), ...ofTags]
}

function faultsOf(file: string, value: unknown): string[] {
  const validate = compiled.get(file) ?? compile(file)
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function compile(file: string): ValidateFunction {
  // Its schemas have their own keywords.
  const ajv = new Ajv({ strict: false, allErrors: true })
  const validate = ajv.compile(JSON.parse(readFileSync(new URL(file), 'utf8')) as object)
  compiled.set(file, validate)
  return validate
}
