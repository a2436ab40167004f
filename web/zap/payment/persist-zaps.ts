/** Saves open zaps, and one that waits for a log-in, for the lifetime of the tab: after a reload they continue with
 * the same keys. Finished zaps are not saved. */
import { useAttempts, type Attempt } from './attempts.ts'
import { useDrafts, type Resume } from './drafts.ts'
import { STORAGE_KEY } from './storage-key.ts'

/** Far more than anybody has open; the storage must not grow without bound. */
const KEPT_MAX = 20

type Kept = { attempts: Attempt[]; resume: Resume | null }

const OPEN = new Set(['waiting', 'unknown', 'expired', 'signed-out'])

function isOpen({ stage, isBusy, method }: Attempt): boolean {
  return OPEN.has(stage) || (isBusy && method === 'balance')
}

/** When a deposit's invoice has expired meanwhile, the user no longer expects its zap to follow. */
function isStillMeant({ method, invoice }: Attempt): boolean {
  return method !== 'rest' || invoice === null || Date.parse(invoice.expiresAt) > Date.now()
}

/** A call that was in progress when the page closed may have succeeded, and the response of a wallet is lost. */
function asFound(found: Attempt): Attempt {
  const attempt: Attempt = found.wallet === 'asked' ? { ...found, wallet: 'unsure' } : found
  if (!attempt.isBusy) return attempt
  return attempt.method === 'balance' && attempt.stage === 'asking'
    ? { ...attempt, isBusy: false, stage: 'unknown', isOpen: true }
    : { ...attempt, isBusy: false }
}

/** Restores what was saved, then saves each change. Returns a function that stops saving. */
export function persistZaps(): () => void {
  const { attempts, resume } = readKept()
  const found = Object.fromEntries(attempts.filter(isStillMeant).map((one) => [one.request.contentId, asFound(one)]))
  useAttempts.setState(({ byContent }) => ({ byContent: { ...found, ...byContent } }))
  if (resume) useDrafts.setState({ resume })
  const undo = [useAttempts.subscribe(writeKept), useDrafts.subscribe(writeKept)]
  return () => undo.forEach((one) => one())
}

function readKept(): Kept {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as Kept) : { attempts: [], resume: null }
  } catch {
    return { attempts: [], resume: null }
  }
}

function writeKept(): void {
  const attempts = Object.values(useAttempts.getState().byContent).filter(isOpen).slice(-KEPT_MAX)
  const { resume } = useDrafts.getState()
  try {
    if (attempts.length === 0 && resume === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ attempts, resume } satisfies Kept))
  } catch {
    // Storage may be disabled; then zaps last as long as the page.
    return
  }
}
