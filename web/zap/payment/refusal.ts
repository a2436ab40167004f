/** Why a zap stopped before it reached the server: the listener's wallet or key refused.
 * Nothing was paid; the form shows the reason above its button. */
import { t } from '#web/words/words.ts'

export type Refusal =
  | 'browser-absent'
  | 'browser-refused'
  | 'connected-absent'
  | 'connected-unreachable'
  | 'connected-too-little'
  | 'connected-quota'
  | 'connected-busy'
  | 'connected-not-allowed'
  | 'not-loaded'
  | 'key-absent'
  | 'key-refused'
  | 'key-altered'

const WORDS: Record<Refusal, () => string> = {
  'browser-absent': () => t('zap.browserAbsent'),
  'browser-refused': () => t('zap.browserRefused'),
  'connected-absent': () => t('zap.connectedAbsent'),
  'connected-unreachable': () => t('zap.connectedUnreachable'),
  'connected-too-little': () => t('zap.connectedTooLittle'),
  'connected-quota': () => t('zap.connectedQuota'),
  'connected-busy': () => t('zap.connectedBusy'),
  'connected-not-allowed': () => t('zap.connectedNotAllowed'),
  'not-loaded': () => t('failure.offline'),
  'key-absent': () => t('zap.keyAbsent'),
  'key-refused': () => t('zap.keyRefused'),
  'key-altered': () => t('zap.keyAltered'),
}

export function describeRefusal(refusal: Refusal): string {
  return WORDS[refusal]()
}

/** Key errors are recognised by name, because the code with their classes may not be loaded. */
export function refusalOfKey(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name !== 'KeyNotUsed') return null
  const { reason } = error as Error & { reason?: unknown }
  return reason === 'absent' ? 'key-absent' : reason === 'altered' ? 'key-altered' : 'key-refused'
}
