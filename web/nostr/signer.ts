/** Requests signed by a nostr key (NIP-98), whoever holds it: an extension, or this browser.
 * The key itself never passes here. Which keys there are: extension.ts and phrase-key.ts. */
import { InvalidEvent, type NostrEvent, readEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftHttpAuth, encodeHttpAuth } from '#protocols/nostr/http-auth.ts'
import { type Call, createCall, newKey, type Transport } from '../api.ts'

export type NostrSigner = {
  /** 64 hexadecimal digits. Throws KeyNotUsed when its holder says no. */
  readPublicKey(): Promise<string>
  /** Throws KeyNotUsed too. What comes back is somebody else's word and is checked. */
  sign(event: UnsignedEvent): Promise<unknown>
}

/** Nothing was signed: the holder of the key said no, there is none, or what came back is not what was asked for. */
export class KeyNotUsed extends Error {
  override name = 'KeyNotUsed'
  readonly reason: 'refused' | 'absent' | 'altered'

  constructor(reason: KeyNotUsed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The event, signed by this key and not changed on the way. */
export async function signWith(signer: NostrSigner, draft: UnsignedEvent): Promise<NostrEvent> {
  const pubkey = await signer.readPublicKey()
  const event = readSigned(await signer.sign(structuredClone(draft)))
  const isAsked =
    event.pubkey === pubkey &&
    event.kind === draft.kind &&
    event.created_at === draft.created_at &&
    event.content === draft.content &&
    JSON.stringify(event.tags) === JSON.stringify(draft.tags)
  if (!isAsked) throw new KeyNotUsed('altered', 'Something else was signed than what was asked for.')
  return event
}

/** Calls that are signed one by one instead of carrying a token. For signing in and for linking a key: forms cannot be
 * sent this way, and every call may ask its user. `origin` is the page's own, so that what is signed works nowhere else. */
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
