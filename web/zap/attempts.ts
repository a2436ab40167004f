/** Zaps that have been begun, one a content: closing the dialog loses nothing, nor does loading the page anew.
 * What a stage looks like is the dialog's; this knows what may follow what. */
import type * as z from 'zod/mini'
import { create } from 'zustand'
import { createDeposit, createInvoice, getDeposit, getInvoice, send, type Invoice } from '#contract/payments.ts'
import { isUncertain } from '../api-attempt.ts'
import { ApiError, type Call, newKey } from '../api.ts'
import type { NostrSigning } from './on-nostr.ts'
import type { WalletWord } from './own-wallet.ts'
import { refusalOfKey, type Refusal } from './refusal.ts'
import { isByInvoice, isOwnWallet, type Way } from './ways.ts'
import type { ZapTerms } from './zap-legs.ts'

export type ZapRequest = {
  contentId: string
  msatAmount: number
  comment?: string
  contentTime?: number
  withoutName?: boolean
}
export type InvoiceWire = z.input<typeof Invoice>
export type Stage = 'asking' | 'waiting' | 'paid' | 'failed' | 'unknown' | 'expired' | 'signed-out'

export type Attempt = {
  /** The Idempotency-Key: asking again with it cannot pay twice. */
  key: string
  way: Way
  /** Who was signed in: nobody else may go on with it. */
  payerId: string | null
  request: ZapRequest
  title: string
  /** As they were shown before paying. */
  terms: ZapTerms
  /** What is added to the balance first, where it does not suffice. */
  restMsat: number | null
  /** Signed as a zap of nostr, where it is paid by invoice. */
  onNostr: NostrSigning | null
  stage: Stage
  /** A call is under way; the stage is still the one before it. */
  isBusy: boolean
  /** A payment under this key got no answer: it may have happened. */
  isOpen: boolean
  invoice: InvoiceWire | null
  paymentId: string | null
  /** The server's words, where it gave any. */
  reason: string | null
  /** What a wallet of the payer's own has said so far; null where none is asked. Only the invoice knows. */
  wallet: 'asked' | 'says-paid' | 'unsure' | null
  /** Why it is asked for anew, while the stage is `asking`: an invoice that was refused may still be there. */
  refusal: Refusal | null
}

/** An invoice with less time left is not begun with. */
const LAST_MOMENT_MS = 30_000

type Attempts = { byContent: Readonly<Record<string, Attempt>> }

export const useAttempts = create<Attempts>()(() => ({ byContent: {} }))

export const attemptFor = (contentId: string): Attempt | undefined => useAttempts.getState().byContent[contentId]

function keep(attempt: Attempt): void {
  const { byContent } = useAttempts.getState()
  useAttempts.setState({ byContent: { ...byContent, [attempt.request.contentId]: attempt } })
}

export function dropAttempt(contentId: string): void {
  const { [contentId]: _dropped, ...byContent } = useAttempts.getState().byContent
  useAttempts.setState({ byContent })
}

/** Changes the attempt that carries this key; a late answer to one that has been given up changes nothing. */
function change(key: string, contentId: string, changes: Partial<Attempt>): void {
  const attempt = attemptFor(contentId)
  if (attempt?.key === key) keep({ ...attempt, ...changes })
}

export type NewAttempt = Pick<Attempt, 'way' | 'payerId' | 'request' | 'title' | 'terms' | 'restMsat' | 'onNostr'>

const FRESH = {
  isBusy: false,
  isOpen: false,
  invoice: null,
  paymentId: null,
  reason: null,
  wallet: null,
  refusal: null,
}

export async function beginAttempt(call: Call, begun: NewAttempt): Promise<void> {
  const earlier = attemptFor(begun.request.contentId)
  // Pressed twice it is one zap.
  if (earlier?.isBusy === true) return
  const attempt: Attempt = { ...FRESH, ...begun, key: newKey(), stage: 'asking' }
  const invoice = earlier && invoiceToGoOnWith(earlier, begun)
  if (!invoice) return runAttempt(call, attempt)
  keep({ ...attempt, stage: 'waiting', invoice })
  await askOwnWallet(attempt, invoice)
}

/** What one wallet has refused another may pay: the same zap by the same invoice, which is never paid twice. */
function invoiceToGoOnWith(earlier: Attempt, begun: NewAttempt): InvoiceWire | null {
  const { stage, invoice, request, onNostr } = earlier
  const asText = (zap: Pick<Attempt, 'request' | 'onNostr'>) => JSON.stringify([zap.request, zap.onNostr])
  const isSame = isByInvoice(begun.way) && asText({ request, onNostr }) === asText(begun)
  const isFresh = invoice !== null && Date.parse(invoice.expiresAt) > Date.now() + LAST_MOMENT_MS
  return stage === 'asking' && isSame && isFresh ? invoice : null
}

/** Once more. Where nobody knows what became of it: the same zap under the same key, the same invoice looked up.
 * Where it is over: a new one. */
export async function repeatAttempt(call: Call, attempt: Attempt): Promise<void> {
  if (attemptFor(attempt.request.contentId)?.isBusy === true) return
  if (attempt.stage !== 'unknown') return runAttempt(call, { ...attempt, key: newKey(), isOpen: false })
  return attempt.invoice ? lookUp(call, attempt) : runAttempt(call, attempt)
}

async function lookUp(call: Call, attempt: Attempt): Promise<void> {
  const { contentId } = attempt.request
  keep({ ...attempt, isBusy: true })
  const invoice = await askInvoice(call, attempt).catch(() => null)
  change(attempt.key, contentId, { isBusy: false })
  if (invoice) takeInvoice(call, contentId, invoice)
}

/** Where the invoice of an attempt stands: one that fills the balance is its owner's to see. */
export async function askInvoice(call: Call, attempt: Attempt, signal?: AbortSignal): Promise<InvoiceWire> {
  const input = { params: { invoiceId: attempt.invoice?.invoiceId ?? '' } }
  const options = signal && { signal }
  return attempt.way === 'rest' ? (await call(getDeposit, input, options)).invoice : call(getInvoice, input, options)
}

type Outcome = Partial<Attempt>

async function makeInvoice(call: Call, { request, terms, onNostr, key }: Attempt): Promise<Outcome> {
  const body = { ...request, ...(onNostr && { zapRequest: await signZap(request, terms, onNostr) }) }
  const invoice = await call(createInvoice, { body }, { idempotencyKey: key })
  return { stage: 'waiting', invoice }
}

async function signZap({ msatAmount, comment }: ZapRequest, terms: ZapTerms, signing: NostrSigning): Promise<string> {
  const { signZapRequest } = await import('./sign-zap.ts')
  return signZapRequest({ terms, amountMsat: msatAmount, message: comment ?? '', ...signing })
}

async function askFor(way: 'connected' | 'browser', bolt11: string, payerId: string | null): Promise<WalletWord> {
  const code = await import('./own-wallet.ts').catch(() => null)
  if (code === null) return { is: 'refused', refusal: 'not-loaded' }
  const saying = way === 'browser' ? code.payFromBrowser(bolt11) : code.payFromConnected(bolt11, payerId ?? '')
  return saying.catch((): WalletWord => ({ is: 'unsure' }))
}

/** Asks the payer's own wallet to pay, once. Where it is refused for certain, the form comes back and says why. */
async function askOwnWallet({ key, way, payerId, request }: Attempt, { request: bolt11 }: InvoiceWire): Promise<void> {
  if (!isOwnWallet(way)) return
  const { contentId } = request
  change(key, contentId, { wallet: 'asked' })
  const said = await askFor(way, bolt11, payerId)
  const current = attemptFor(contentId)
  if (current?.key !== key || current.stage !== 'waiting') return
  if (said.is === 'refused') change(key, contentId, { stage: 'asking', refusal: said.refusal, wallet: null })
  else change(key, contentId, { wallet: said.is === 'paid' ? 'says-paid' : 'unsure' })
}

/** What each way of paying does first. */
const begin: Record<Way, (call: Call, attempt: Attempt) => Promise<Outcome>> = {
  balance: async (call, { request, key }) => {
    const { whenProven } = await import('../session/proof.ts')
    const { paymentId, state } = await whenProven((proof) =>
      call(send, { body: request }, { idempotencyKey: key, proof }),
    )
    return { paymentId, stage: state === 'settled' ? 'paid' : state === 'failed' ? 'failed' : 'unknown' }
  },
  invoice: makeInvoice,
  connected: makeInvoice,
  browser: makeInvoice,
  rest: async (call, { restMsat, key }) => {
    const { invoiceId } = await call(createDeposit, { body: { msatAmount: restMsat ?? 0 } }, { idempotencyKey: key })
    const { invoice } = await call(getDeposit, { params: { invoiceId } })
    return { stage: 'waiting', invoice }
  },
}

async function runAttempt(call: Call, attempt: Attempt): Promise<void> {
  const { key, request, way } = attempt
  keep({ ...attempt, isBusy: true, reason: null, refusal: null, wallet: null })
  const done = (changes: Outcome) => change(key, request.contentId, { ...changes, isBusy: false })
  try {
    done({ isOpen: false, ...(await begin[way](call, attempt)) })
  } catch (error) {
    const refusal = refusalOfKey(error)
    if (refusal !== null) return done({ stage: 'asking', refusal })
    const isSignedOut = error instanceof ApiError && error.code === 'unauthorized'
    // An invoice nobody has seen can cost nobody anything.
    const isNowOpen = way === 'balance' && isUncertain(error)
    const stage = isSignedOut ? 'signed-out' : isNowOpen ? 'unknown' : 'failed'
    done({ stage, reason: reasonOf(error), isOpen: isNowOpen || (isSignedOut && attempt.isOpen) })
    return
  }
  const current = attemptFor(request.contentId)
  if (current?.key === key && current.invoice && current.stage === 'waiting')
    void askOwnWallet(current, current.invoice)
}

function reasonOf(error: unknown): string | null {
  return error instanceof ApiError && error.status > 0 ? error.message : null
}

/** What the server says about the invoice of an attempt. Paid is final; expired may yet turn out to be paid.
 * Where it was the rest of a zap, the zap follows at once. */
export function takeInvoice(call: Call, contentId: string, invoice: InvoiceWire): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId !== invoice.invoiceId || attempt.stage === 'paid') return
  if (attempt.way === 'rest' && invoice.state === 'paid') {
    void runAttempt(call, { ...attempt, way: 'balance', invoice: null, stage: 'asking' })
    return
  }
  // A refused one stays in the form, unless it turns out to be paid nevertheless.
  if (attempt.stage === 'asking' && invoice.state !== 'paid') {
    if (invoice.state === 'expired') dropAttempt(contentId)
    return
  }
  const stage = ({ open: 'waiting', paid: 'paid', expired: 'expired' } as const)[invoice.state]
  if (stage !== attempt.stage) keep({ ...attempt, invoice, stage })
}

/** Its time is over and the server cannot be asked. */
export function loseSight(contentId: string, invoiceId: string): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId === invoiceId && attempt.stage === 'waiting') keep({ ...attempt, stage: 'unknown' })
}

/** Signed in again: what may have happened is asked for under its key; what has not is chosen anew. */
export function resumeAttempt(contentId: string): void {
  const attempt = attemptFor(contentId)
  if (attempt?.stage !== 'signed-out') return
  if (attempt.isOpen) keep({ ...attempt, stage: 'unknown' })
  else dropAttempt(contentId)
}
