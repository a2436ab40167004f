/** Messages for failed sending, or when there is no key to read messages with. */
import { InvalidPrivateMessage, MessageTooLong } from '#protocols/nostr/private-message.ts'
import { RelayFailed, RelayRefused } from '#web/nostr/relay-errors.ts'
import { KeyNotUsed } from '#web/nostr/signer.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { NoMessageKey } from './own-key.ts'

/** The relay's own message, if there is one. */
export function describeSending(error: unknown): string {
  if (error instanceof RelayRefused) return error.message
  if (error instanceof RelayFailed) return t('nostr.unreachable')
  if (error instanceof MessageTooLong) return t('messages.tooLong')
  if (error instanceof InvalidPrivateMessage) return t('messages.noReceiver')
  return describeKey(error)
}

export function describeKey(error: unknown): string {
  if (error instanceof NoMessageKey) {
    if (error.reason === 'cipher') return t('messages.keyCannot')
    return t(error.reason === 'other' ? 'messages.keyOther' : 'messages.keyAbsent')
  }
  if (error instanceof KeyNotUsed) return t(error.reason === 'absent' ? 'messages.keyAbsent' : 'messages.keyRefused')
  return describeFailure(error)
}
