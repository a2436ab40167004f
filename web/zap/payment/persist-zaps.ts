/** Saves open zaps, one that waits for a log-in, and messages that are not sent yet, for the lifetime of the tab: after a reload
 * they continue, zaps with the same keys. Finished zaps are not saved. */
import { useSession, userOf } from '#web/session/session.ts'
import { useAttempts, type Attempt } from './attempts.ts'
import { useDrafts, type Draft, type Resume } from './drafts.ts'
import { STORAGE_KEY } from './storage-key.ts'

/** Far more than anybody has open; the storage must not grow without bound. */
const KEPT_MAX = 20

/** `typedBy`: the user; absent for a visitor. */
type Kept = {
  attempts: Attempt[]
  resume: Resume | null
  drafts?: Readonly<Record<string, Draft>>
  typedBy?: string | undefined
}

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
  const { attempts, resume, drafts, typedBy } = readKept()
  const found = Object.fromEntries(attempts.filter(isStillMeant).map((one) => [one.request.contentId, asFound(one)]))
  useAttempts.setState(({ byContent }) => ({ byContent: { ...found, ...byContent } }))
  if (resume) useDrafts.setState({ resume })
  if (typedBy === typist()) useDrafts.setState(({ byContent }) => ({ byContent: { ...drafts, ...byContent } }))
  const undo = [useAttempts.subscribe(writeKept), useDrafts.subscribe(writeKept)]
  return () => undo.forEach((one) => one())
}

const typist = () => userOf(useSession.getState().session)

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
  const { resume, byContent } = useDrafts.getState()
  const typed = Object.entries(byContent).filter(([, { message }]) => message !== '')
  const drafts = Object.fromEntries(typed.slice(-KEPT_MAX))
  try {
    if (attempts.length + typed.length === 0 && resume === null) sessionStorage.removeItem(STORAGE_KEY)
    else
      sessionStorage.setItem(
        STORAGE_KEY,
        JSON.stringify({ attempts, resume, drafts, typedBy: typist() } satisfies Kept),
      )
  } catch {
    // Storage may be disabled; then zaps last as long as the page.
    return
  }
}
