/** Zaps that have been begun, one a content, kept as long as the page is open: closing the dialog loses nothing.
 * What a stage looks like is the dialog's; this knows what may follow what. */
import type * as z from 'zod/mini'
import { create } from 'zustand'
import { createInvoice, getInvoice, send, type Invoice } from '#contract/payments.ts'
import { isUncertain } from '../api-attempt.ts'
import { ApiError, type Call, newKey } from '../api.ts'
import type { ZapTerms } from './zap-legs.ts'

export type ZapRequest = { contentId: string; msatAmount: number; comment?: string; contentTime?: number }
export type InvoiceWire = z.input<typeof Invoice>
export type Stage = 'asking' | 'waiting' | 'paid' | 'failed' | 'unknown' | 'expired'

export type Attempt = {
  /** The Idempotency-Key: asking again with it cannot pay twice. */
  key: string
  way: 'balance' | 'invoice'
  request: ZapRequest
  title: string
  /** As they were shown before paying. */
  terms: ZapTerms
  stage: Stage
  /** A call is under way; the stage is still the one before it. */
  isBusy: boolean
  invoice: InvoiceWire | null
  paymentId: string | null
  /** The server's words, where it gave any. */
  reason: string | null
}

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

export type NewAttempt = Pick<Attempt, 'way' | 'request' | 'title' | 'terms'>

export function beginAttempt(call: Call, begun: NewAttempt): Promise<void> {
  const key = newKey()
  const rest = { isBusy: false, invoice: null, paymentId: null, reason: null } as const
  return runAttempt(call, { ...begun, key, stage: 'asking', ...rest })
}

/** Once more. Where nobody knows what became of it: the same zap under the same key, the same invoice looked up.
 * Where it is over: a new one. */
export function repeatAttempt(call: Call, attempt: Attempt): Promise<void> {
  if (attempt.stage !== 'unknown') return runAttempt(call, { ...attempt, key: newKey() })
  return attempt.invoice ? lookUp(call, attempt, attempt.invoice) : runAttempt(call, attempt)
}

async function lookUp(call: Call, attempt: Attempt, { invoiceId }: InvoiceWire): Promise<void> {
  const { contentId } = attempt.request
  keep({ ...attempt, isBusy: true })
  const invoice = await call(getInvoice, { params: { invoiceId } }).catch(() => null)
  if (invoice) takeInvoice(contentId, invoice)
  change(attempt.key, contentId, { isBusy: false })
}

async function runAttempt(call: Call, attempt: Attempt): Promise<void> {
  const { key, request, way } = attempt
  keep({ ...attempt, isBusy: true, reason: null })
  const done = (changes: Partial<Attempt>) => change(key, request.contentId, { ...changes, isBusy: false })
  try {
    if (way === 'invoice') {
      const invoice = await call(createInvoice, { body: request }, { idempotencyKey: key })
      done({ stage: 'waiting', invoice })
    } else {
      const { paymentId, state } = await call(send, { body: request }, { idempotencyKey: key })
      done({ paymentId, stage: state === 'settled' ? 'paid' : state === 'failed' ? 'failed' : 'unknown' })
    }
  } catch (error) {
    // An invoice nobody has seen can cost nobody anything.
    const isOpen = way === 'balance' && isUncertain(error)
    done({ stage: isOpen ? 'unknown' : 'failed', reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string | null {
  return error instanceof ApiError && error.status > 0 ? error.message : null
}

/** What the server says about the invoice of an attempt. Paid is final; expired may yet turn out to be paid. */
export function takeInvoice(contentId: string, invoice: InvoiceWire): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId !== invoice.invoiceId || attempt.stage === 'paid') return
  const stage = ({ open: 'waiting', paid: 'paid', expired: 'expired' } as const)[invoice.state]
  if (stage !== attempt.stage) keep({ ...attempt, invoice, stage })
}

/** Its time is over and the server cannot be asked. */
export function loseSight(contentId: string, invoiceId: string): void {
  const attempt = attemptFor(contentId)
  if (attempt?.invoice?.invoiceId === invoiceId && attempt.stage === 'waiting') keep({ ...attempt, stage: 'unknown' })
}
