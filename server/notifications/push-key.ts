/** The key that identifies this server to push services (VAPID, RFC 8292): created once, stored in the
 * database, its private half encrypted. With another secret it cannot be decrypted; then a new key is created, and
 * browsers must subscribe again. */
import webPush from 'web-push'
import { createSeal, type Reseal } from '#server/platform/secrets/seal.ts'
import type { NotificationDeps } from './deps.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteKey, insertKey, selectKey, updateSealedKey } from './push-queries.ts'

type KeyDeps = Pick<NotificationDeps, 'database' | 'clock' | 'log' | 'secret'>
export type PushKey = { publicKey: string; privateKey: string }

const PURPOSE = 'peal push key'

export async function resealPushKey(tx: Tx, resealOf: Reseal): Promise<void> {
  const known = await selectKey(tx)
  if (known !== undefined) await updateSealedKey(tx, resealOf(PURPOSE)(known.sealedPrivateKey))
}

export async function readPushKey({ database, clock, log, secret }: KeyDeps): Promise<PushKey> {
  const seal = createSeal([secret], PURPOSE)
  return database.transaction(async (tx) => {
    const known = await selectKey(tx)
    const privateKey = known === undefined ? null : seal.open(known.sealedPrivateKey)
    if (known !== undefined && privateKey !== null) return { publicKey: known.publicKey, privateKey }
    if (known !== undefined) {
      log.error('push-key-lost', { reason: 'It was encrypted with another secret.' })
      await deleteKey(tx, known.publicKey)
    }
    const made = webPush.generateVAPIDKeys()
    const sealed = { publicKey: made.publicKey, sealedPrivateKey: seal.close(made.privateKey) }
    await insertKey(tx, sealed, clock.now())
    const existing = await selectKey(tx)
    return { publicKey: existing!.publicKey, privateKey: seal.open(existing!.sealedPrivateKey)! }
  })
}
