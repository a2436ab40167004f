/** Authentication with a nostr key by a signed request (NIP-98): valid for this server and this request, for a write
 * only once. Whose key it is: server/accounts. Parsing the header: protocols/nostr/http-auth.ts. */
import { sql } from 'kysely'
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { type HttpAuth, InvalidHttpAuth, isSignedBody, parseHttpAuth } from '#protocols/nostr/http-auth.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** How long a used event is remembered after it was signed. It is refused as too old after a minute; the rest allows
 * for servers whose clocks differ. */
const STORED_MS = 600_000
const DELETE_EVERY = 100

export type SignedRequest = {
  /** The value of the `Authorization` header. */
  header: string
  method: string
  /** As in the request line: path and query. */
  path: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The origins under which this server may be addressed. All loopback names are the same machine. */
export function originsOf(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}${port === '' ? '' : `:${port}`}`).origin)
}

/** Checks everything in a header that can be checked before the body is read. Throws AppError 401. */
export function readNostrHeader(
  { clock, origins }: { clock: Clock; origins: readonly string[] },
  { header, method, path }: SignedRequest,
): HttpAuth {
  const nowSeconds = clock.now().getTime() / 1_000
  try {
    return parseHttpAuth(header, { method, urls: origins.map((origin) => origin + path), nowSeconds })
  } catch (error) {
    if (!(error instanceof InvalidHttpAuth)) throw error
    throw error.isExpired ? refusal('nostr-login-expired') : refusal('nostr-login-invalid', error.message)
  }
}

/** Accepts a header for the request with this body (`bodySha256` null: no body). A write or a login uses up the header;
 * a read may be repeated until the header expires. Throws AppError 401. */
export async function consumeNostrHeader(
  { database, clock }: { database: Database; clock: Clock },
  auth: HttpAuth,
  { bodySha256, isRead }: { bodySha256: string | null; isRead: boolean },
): Promise<string> {
  if (!isSignedBody(auth.payload, bodySha256)) {
    throw refusal('nostr-login-invalid', 'The payload of the event is not the sha256 of the body')
  }
  if (isRead) return auth.pubkey
  await deleteSome(database, clock)
  const { rows } = await sql`
    INSERT INTO nostr_auth_event (id, created_at)
    VALUES (${Buffer.from(auth.eventId, 'hex')}, ${new Date(auth.createdAtSeconds * 1_000)})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(database.read)
  if (rows.length === 0) throw refusal('nostr-login-used')
  return auth.pubkey
}

let uses = 0

async function deleteSome(database: Database, clock: Clock): Promise<void> {
  if (uses++ % DELETE_EVERY !== 0) return
  const before = new Date(clock.now().getTime() - STORED_MS)
  await sql`DELETE FROM nostr_auth_event WHERE created_at < ${before}`.execute(database.read)
}

function refusal(code: ErrorCode, detail?: string): AppError {
  return new AppError(401, code, detail === undefined ? errorCodes[code] : `${errorCodes[code]} ${detail}.`)
}
