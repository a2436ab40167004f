/** Payer data (LUD-18): what payers state about themselves, unverified. It is stored as sent, because the invoice
 * commits to its hash. */
import { errorCodes } from '#contract/errors.ts'
import { NODE_KEY } from '#protocols/hex.ts'
import { AppError } from '#server/platform/errors.ts'

export type PayerData = { name: string | null; pubkey: string | null; identifier: string | null }

const NAME_MAX_CHARACTERS = 255
const IDENTIFIER = /^[a-z0-9._+-]{1,64}@[^\s@/?#]{1,255}$/i
const REQUESTED_FIELDS = ['name', 'pubkey', 'identifier']

/** Throws AppError 400 for fields that were not requested and for invalid values. */
export function parsePayerData(text: string): PayerData {
  const payerData = parse(text)
  for (const field of Object.keys(payerData))
    if (!REQUESTED_FIELDS.includes(field)) throw refusal(`The field ${field.slice(0, 50)} was not requested.`)
  const name = readText(payerData['name'], 'name')
  if (name !== null && (name.trim() === '' || [...name].length > NAME_MAX_CHARACTERS)) {
    throw refusal(`A name has 1 to ${NAME_MAX_CHARACTERS} characters.`)
  }
  const pubkey = readText(payerData['pubkey'], 'pubkey')
  if (pubkey !== null && !NODE_KEY.test(pubkey.toLowerCase()))
    throw refusal('The pubkey is not a secp256k1 public key.')
  const identifier = readText(payerData['identifier'], 'identifier')
  if (identifier !== null && !IDENTIFIER.test(identifier)) throw refusal('An identifier looks like name@example.com.')
  return { name, pubkey, identifier }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Not JSON: refused below.
  }
  throw refusal('It is not a JSON object.')
}

function readText(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed())
    throw refusal(`The ${field} is not a string.`)
  return value
}

function refusal(why: string): AppError {
  return new AppError(400, 'payer-data-invalid', `${errorCodes['payer-data-invalid']} ${why}`)
}
