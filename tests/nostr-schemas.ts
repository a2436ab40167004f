/** The published JSON schemas of events (nostrability/schemata): what an event of ours has to fit. */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { NostrEvent } from '#protocols/nostr/event.ts'

const FILES: Readonly<Record<number, string>> = {
  9_734: import.meta.resolve('@nostrability/schemata/dist/nips/nip-57/kind-9734/schema.json'),
  9_735: import.meta.resolve('@nostrability/schemata/dist/nips/nip-57/kind-9735/schema.json'),
}
const compiled = new Map<number, ValidateFunction>()

/** What is wrong with it by the schema of its kind; nothing for one that is right. */
export function faultsOfEvent(event: NostrEvent): string[] {
  const validate = compiled.get(event.kind) ?? compile(event.kind)
  return validate(event) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function compile(kind: number): ValidateFunction {
  const file = FILES[kind]
  if (file === undefined) throw new Error(`No schema is named for kind ${kind}`)
  // Its schemas carry words of their own.
  const ajv = new Ajv({ strict: false, allErrors: true })
  const validate = ajv.compile(JSON.parse(readFileSync(new URL(file), 'utf8')) as object)
  compiled.set(kind, validate)
  return validate
}
