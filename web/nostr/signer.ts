/** Signs requests with a nostr key (NIP-98), held by an extension or by this browser.
 * The secret never passes through here. The kinds of keys: extension.ts and phrase-key.ts. */
import { InvalidEvent, type NostrEvent, readEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftHttpAuth, encodeHttpAuth } from '#protocols/nostr/http-auth.ts'
import { type Call, createCall, newKey, type Transport } from '#web/data/api.ts'

export type NostrSigner = {
  /** 64 hexadecimal digits. Throws KeyNotUsed when its holder refuses. */
  getPublicKey(): Promise<string>
  /** Also throws KeyNotUsed. The result is untrusted and is checked. */
  sign(event: UnsignedEvent): Promise<unknown>
}

/** Nothing was signed: the holder refused, there is no key, or the result is not what was requested. */
export class KeyNotUsed extends Error {
  override name = 'KeyNotUsed'
  readonly reason: 'refused' | 'absent' | 'altered'

  constructor(reason: KeyNotUsed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Signs the event, and checks that this key signed it unchanged. */
export async function signWith(signer: NostrSigner, draft: UnsignedEvent): Promise<NostrEvent> {
  const pubkey = await signer.getPublicKey()
  const event = readSigned(await signer.sign(structuredClone(draft)))
  const isUnchanged =
    event.pubkey === pubkey &&
    event.kind === draft.kind &&
    event.created_at === draft.created_at &&
    event.content === draft.content &&
    JSON.stringify(event.tags) === JSON.stringify(draft.tags)
  if (!isUnchanged) throw new KeyNotUsed('altered', 'The signed event differs from the requested one.')
  return event
}

/** A client that signs each call instead of sending a token. For signing in and
 * for linking a key: forms cannot be sent this way, and every call may prompt the
 * user. `origin` is the page's own, so that a signature is valid nowhere else. */
export function createSignedCall(signer: NostrSigner, transport: Transport, origin: string): Call {
  return createCall(async (path, init) => {
    const body = init.body ?? undefined
    if (body !== undefined && typeof body !== 'string') throw new TypeError('Only text can be signed')
    const request = { method: init.method ?? 'GET', url: origin + path, nowSeconds: Date.now() / 1_000 }
    const authorization = encodeHttpAuth(await signWith(signer, draftHttpAuth(request, body, newKey())))
    return transport(path, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } })
  })
}

function readSigned(value: unknown): NostrEvent {
  try {
    return readEvent(value)
  } catch (error) {
    if (error instanceof InvalidEvent) throw new KeyNotUsed('altered', error.message)
    throw error
  }
}
