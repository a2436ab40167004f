/** Saves open zaps, and one that waits for a log-in, for the lifetime of the tab: after a reload they continue with
 * the same keys. Finished zaps are not saved. */
import { useAttempts, type Attempt } from './attempts.ts'
import { useDrafts, type Resume } from './drafts.ts'
import { KEPT_AS } from './kept-as.ts'

/** Far more than anybody has open; the storage must not grow without bound. */
const KEPT_MAX = 20

type Kept = { attempts: Attempt[]; resume: Resume | null }

const OPEN = new Set(['waiting', 'unknown', 'expired', 'signed-out'])

function isOpen({ stage, isBusy, way }: Attempt): boolean {
  return OPEN.has(stage) || (isBusy && way === 'balance')
}

/** When a deposit's invoice has expired meanwhile, the user no longer expects its zap to follow. */
function isStillMeant({ way, invoice }: Attempt): boolean {
  return way !== 'rest' || invoice === null || Date.parse(invoice.expiresAt) > Date.now()
}

/** A call that was in progress when the page closed may have succeeded, and the response of a wallet is lost. */
function asFound(found: Attempt): Attempt {
  const attempt: Attempt = found.wallet === 'asked' ? { ...found, wallet: 'unsure' } : found
  if (!attempt.isBusy) return attempt
  return attempt.way === 'balance' && attempt.stage === 'asking'
    ? { ...attempt, isBusy: false, stage: 'unknown', isOpen: true }
    : { ...attempt, isBusy: false }
}

/** Restores what was saved, then saves each change. Returns a function that stops saving. */
export function keepZaps(): () => void {
  const { attempts, resume } = readKept()
  const found = Object.fromEntries(attempts.filter(isStillMeant).map((one) => [one.request.contentId, asFound(one)]))
  useAttempts.setState(({ byContent }) => ({ byContent: { ...found, ...byContent } }))
  if (resume) useDrafts.setState({ resume })
  const undo = [useAttempts.subscribe(writeKept), useDrafts.subscribe(writeKept)]
  return () => undo.forEach((one) => one())
}

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : { attempts: [], resume: null }
  } catch {
    return { attempts: [], resume: null }
  }
}

function writeKept(): void {
  const attempts = Object.values(useAttempts.getState().byContent).filter(isOpen).slice(-KEPT_MAX)
  const { resume } = useDrafts.getState()
  try {
    if (attempts.length === 0 && resume === null) sessionStorage.removeItem(KEPT_AS)
    else sessionStorage.setItem(KEPT_AS, JSON.stringify({ attempts, resume } satisfies Kept))
  } catch {
    // Storage may be disabled; then zaps last as long as the page.
    return
  }
}
