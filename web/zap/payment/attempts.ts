/** Zap attempts, at most one per content. They survive closing the dialog and reloading the page.
 * This module holds the stages and their transitions; the dialog draws them. */
import type * as z from 'zod/mini'
import { create } from 'zustand'
import {
  createDeposit,
  createInvoice,
  getDeposit,
  getInvoice,
  send,
  type Invoice,
} from '#contract/payments/payments.ts'
import { isUncertain } from '#web/data/api-attempt.ts'
import { ApiError, type Call, newKey } from '#web/data/api.ts'
import { withProof } from '#web/session/proof.ts'
import type { NostrSigning } from './on-nostr.ts'
import type { WalletOutcome } from './own-wallet.ts'
import { refusalOfKey, type Refusal } from './refusal.ts'
import { isByInvoice, isOwnWallet, type PaymentMethod } from './methods.ts'
import type { ZapTerms } from './legs.ts'

export type ZapRequest = {
  contentId: string
  msatAmount: number
  comment?: string
  contentTime?: number
  isAnonymous?: boolean
}
export type InvoiceWire = z.input<typeof Invoice>
export type Stage = 'asking' | 'waiting' | 'paid' | 'failed' | 'unknown' | 'expired' | 'signed-out'

export type Attempt = {
  /** The Idempotency-Key: repeating the request with it cannot pay twice. */
  key: string
  method: PaymentMethod
  /** The signed-in user who started the attempt; nobody else may continue it. */
  payerId: string | null
  request: ZapRequest
  title: string
  /** The terms as shown before paying. */
  terms: ZapTerms
  /** The shortfall of the balance, added by invoice first. */
  shortfallMsat: number | null
  /** Present when the zap is signed for nostr and paid by invoice. */
  onNostr: NostrSigning | null
  stage: Stage
  /** A call is in progress; the stage is still the previous one. */
  isBusy: boolean
  /** A payment with this key got no response: it may have been made. */
  isOpen: boolean
  invoice: InvoiceWire | null
  paymentId: string | null
  /** The server's message, if there is one. */
  reason: string | null
  /** The state of the payer's own wallet; null when none was asked. Only the invoice proves the payment. */
  wallet: 'asked' | 'says-paid' | 'unsure' | null
  /** Why the form is shown again while the stage is `asking`. The invoice that was refused may still exist. */
  refusal: Refusal | null
}

/** An invoice with less time left than this is not reused. */
const LAST_MOMENT_MS = 30_000

type Attempts = { byContent: Readonly<Record<string, Attempt>> }

export const useAttempts = create<Attempts>()(() => ({ byContent: {} }))

export const attemptFor = (contentId: string): Attempt | undefined => useAttempts.getState().byContent[contentId]

function saveAttempt(attempt: Attempt): void {
  const { byContent } = useAttempts.getState()
  useAttempts.setState({ byContent: { ...byContent, [attempt.request.contentId]: attempt } })
}

export function dropAttempt(contentId: string): void {
  const { [contentId]: _dropped, ...byContent } = useAttempts.getState().byContent
  useAttempts.setState({ byContent })
}

/** Changes the attempt with this key. A late response to an abandoned attempt changes nothing. */
function change(key: string, contentId: string, changes: Partial<Attempt>): void {
  const attempt = attemptFor(contentId)
  if (attempt?.key === key) saveAttempt({ ...attempt, ...changes })
}

export type NewAttempt = Pick<
  Attempt,
  'method' | 'payerId' | 'request' | 'title' | 'terms' | 'shortfallMsat' | 'onNostr'
>

export const FRESH = {
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
  // A double press is one zap.
  if (earlier?.isBusy === true) return
  const attempt: Attempt = { ...FRESH, ...begun, key: newKey(), stage: 'asking' }
  const invoice = earlier && invoiceToGoOnWith(earlier, begun)
  if (!invoice) return runAttempt(call, attempt)
  saveAttempt({ ...attempt, stage: 'waiting', invoice })
  await requestFromOwnWallet(attempt, invoice)
}

/** An invoice refused by one wallet can be paid by another:
 * the same zap reuses its invoice, which is never paid twice. */
function invoiceToGoOnWith(earlier: Attempt, begun: NewAttempt): InvoiceWire | null {
  const { stage, invoice, request, onNostr } = earlier
  const asText = (zap: Pick<Attempt, 'request' | 'onNostr'>) => JSON.stringify([zap.request, zap.onNostr])
  const isSame = isByInvoice(begun.method) && asText({ request, onNostr }) === asText(begun)
  const isFresh = invoice !== null && Date.parse(invoice.expiresAt) > Date.now() + LAST_MOMENT_MS
  return stage === 'asking' && isSame && isFresh ? invoice : null
}

/** Repeats an attempt. If its outcome is unknown, the same request is sent with the same key, or its invoice is
 * checked. If the attempt is over, a new one starts. */
export async function repeatAttempt(call: Call, attempt: Attempt): Promise<void> {
  if (attemptFor(attempt.request.contentId)?.isBusy === true) return
  if (attempt.stage !== 'unknown') return runAttempt(call, { ...attempt, key: newKey(), isOpen: false })
  return attempt.invoice ? lookUp(call, attempt) : runAttempt(call, attempt)
}

async function lookUp(call: Call, attempt: Attempt): Promise<void> {
  const { contentId } = attempt.request
  saveAttempt({ ...attempt, isBusy: true })
  const invoice = await fetchInvoice(call, attempt).catch(() => null)
  change(attempt.key, contentId, { isBusy: false })
  if (invoice) applyInvoice(call, contentId, invoice)
}

/** The current state of an attempt's invoice. A deposit invoice is visible to its owner only. */
export async function fetchInvoice(call: Call, attempt: Attempt, signal?: AbortSignal): Promise<InvoiceWire> {
  const input = { params: { invoiceId: attempt.invoice?.invoiceId ?? '' } }
  const options = signal && { signal }
  return attempt.method === 'rest' ? (await call(getDeposit, input, options)).invoice : call(getInvoice, input, options)
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

async function requestPayment(
  method: 'connected' | 'browser',
  bolt11: string,
  payerId: string | null,
): Promise<WalletOutcome> {
  const code = await import('./own-wallet.ts').catch(() => null)
  if (code === null) return { is: 'refused', refusal: 'not-loaded' }
  const saying = method === 'browser' ? code.payFromBrowser(bolt11) : code.payFromConnected(bolt11, payerId ?? '')
  return saying.catch((): WalletOutcome => ({ is: 'unsure' }))
}

/** Asks the payer's own wallet to pay, once. After a definite refusal the form is shown again with the reason. */
async function requestFromOwnWallet(
  { key, method, payerId, request }: Attempt,
  { request: bolt11 }: InvoiceWire,
): Promise<void> {
  if (!isOwnWallet(method)) return
  const { contentId } = request
  change(key, contentId, { wallet: 'asked' })
  const said = await requestPayment(method, bolt11, payerId)
  const current = attemptFor(contentId)
  if (current?.key !== key || current.stage !== 'waiting') return
  if (said.is === 'refused') change(key, contentId, { stage: 'asking', refusal: said.refusal, wallet: null })
  else change(key, contentId, { wallet: said.is === 'paid' ? 'says-paid' : 'unsure' })
}

/** The first step of each payment method. */
const begin: Record<PaymentMethod, (call: Call, attempt: Attempt) => Promise<Outcome>> = {
  balance: async (call, { request, key }) => {
    const { paymentId, state } = await withProof((proof) =>
      call(send, { body: request }, { idempotencyKey: key, proof }),
    )
    return { paymentId, stage: state === 'settled' ? 'paid' : state === 'failed' ? 'failed' : 'unknown' }
  },
  invoice: makeInvoice,
  connected: makeInvoice,
  browser: makeInvoice,
  rest: async (call, { shortfallMsat, key }) => {
    const { invoiceId } = await call(
      createDeposit,
      { body: { msatAmount: shortfallMsat ?? 0 } },
      { idempotencyKey: key },
    )
    const { invoice } = await call(getDeposit, { params: { invoiceId } })
    return { stage: 'waiting', invoice }
  },
}

async function runAttempt(call: Call, attempt: Attempt): Promise<void> {
  const { key, request, method } = attempt
  saveAttempt({ ...attempt, isBusy: true, reason: null, refusal: null, wallet: null })
  const done = (changes: Outcome) => change(key, request.contentId, { ...changes, isBusy: false })
  try {
    done({ isOpen: false, ...(await begin[method](call, attempt)) })
  } catch (error) {
    const refusal = refusalOfKey(error)
    if (refusal !== null) return done({ stage: 'asking', refusal })
    const isSignedOut = error instanceof ApiError && error.code === 'unauthorized'
    // An invoice that was never shown cannot have been paid.
    const isNowOpen = method === 'balance' && isUncertain(error)
    const stage = isSignedOut ? 'signed-out' : isNowOpen ? 'unknown' : 'failed'
    done({ stage, reason: reasonOf(error), isOpen: isNowOpen || (isSignedOut && attempt.isOpen) })
    return
  }
  const current = attemptFor(request.contentId)
  if (current?.key === key && current.invoice && current.stage === 'waiting')
    void requestFromOwnWallet(current, current.invoice)
}

function reasonOf(error: unknown): string | null {
  return error instanceof ApiError && error.status > 0 ? error.message : null
}

/** Applies the state of an invoice to its attempt. Paid is final; expired may still become paid.
 * If the invoice covered the shortfall of a zap, the zap is sent immediately. */
export function applyInvoice(call: Call, contentId: string, invoice: InvoiceWire): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId !== invoice.invoiceId || attempt.stage === 'paid') return
  if (attempt.method === 'rest' && invoice.state === 'paid') {
    void runAttempt(call, { ...attempt, method: 'balance', invoice: null, stage: 'asking' })
    return
  }
  // After a refusal the form stays, unless the invoice turns out to be paid.
  if (attempt.stage === 'asking' && invoice.state !== 'paid') {
    if (invoice.state === 'expired') dropAttempt(contentId)
    return
  }
  const stage = ({ open: 'waiting', paid: 'paid', expired: 'expired' } as const)[invoice.state]
  if (stage !== attempt.stage) saveAttempt({ ...attempt, invoice, stage })
}

/** The invoice has expired and the server cannot be reached. */
export function markUnknown(contentId: string, invoiceId: string): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId === invoiceId && attempt.stage === 'waiting')
    saveAttempt({ ...attempt, stage: 'unknown' })
}

/** After signing in again: an attempt that may have been paid is checked with its key; any other is dropped. */
export function resumeAttempt(contentId: string): void {
  const attempt = attemptFor(contentId)
  if (attempt?.stage !== 'signed-out') return
  if (attempt.isOpen) saveAttempt({ ...attempt, stage: 'unknown' })
  else dropAttempt(contentId)
}
