/** Makes the demo payments: deposits and zaps, each once, even if an interrupted start is continued. The
 * list of payments is in zaps.ts. */
import { getEpisode } from '#contract/catalog/episodes.ts'
import { createDeposit, createInvoice, getDeposit, getInvoice, send } from '#contract/payments/payments.ts'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import type { Call } from '#web/data/api.ts'
import { canDate, requestPast } from './past.ts'
import { demoDeposits, demoZaps, DEPOSIT_DAYS, type DemoZap } from './zaps.ts'

type Stage = {
  visitor: Call
  userOf: (username: string) => Call
  /** Ids by `track:KEY` and `episode:KEY`. */
  contents: ReadonlyMap<string, string>
  until: <Value>(ask: () => Promise<Value | undefined | false>) => Promise<Value>
}

export async function makePayments(stage: Stage): Promise<void> {
  for (const { username, amountMsat } of demoDeposits) await fill(stage, username, amountMsat)
  await zapAround(stage)
}

/** Also when the user has money already: somebody may be using the account while the demo is made. */
async function fill({ visitor, userOf, until }: Stage, username: string, amountMsat: number): Promise<void> {
  const call = userOf(username)
  const read = async (invoiceId: string) => (await call(getDeposit, { params: { invoiceId } })).invoice
  let deposited = ''
  await payOnce(visitor, { key: 'demo-deposit', daysAgo: DEPOSIT_DAYS }, async (idempotencyKey) => {
    const { invoiceId } = await call(createDeposit, { body: { msatAmount: amountMsat } }, { idempotencyKey })
    deposited = invoiceId
    return read(invoiceId)
  })
  await until(async () => (await read(deposited)).state === 'paid')
}

type OpenInvoice = { request: string; state: 'open' | 'paid' | 'expired' }

/** Pays the invoice created under this key, unless it is paid. One that expired during an interruption is replaced. */
async function payOnce(
  visitor: Call,
  { key, daysAgo }: { key: string; daysAgo: number },
  makeInvoice: (key: string) => Promise<OpenInvoice>,
): Promise<void> {
  const invoice = await makeInvoice(key)
  const { request, state } = invoice.state === 'expired' ? await makeInvoice(`${key}-${Date.now()}`) : invoice
  if (state !== 'open') return
  if (canDate) await requestPast({ kind: 'pay', bolt11: request }, daysAgo)
  else await visitor(payFromExternal, { body: { bolt11: request } })
}

/** Weeks of payments, so that charts and statements have data. Idempotency keys make each zap happen once. They are
 * stored for two days; after that, the amount that a content has received shows which zaps are done. */
async function zapAround({ visitor, userOf, contents }: Stage): Promise<void> {
  const received = new Map<string, number>()
  for (const name of new Set(demoZaps.map(nameOf))) {
    const id = contents.get(name)
    if (id === undefined) throw new Error(`There is no demo ${name}`)
    received.set(name, await readTotal(visitor, name, id))
  }
  for (const [index, zap] of demoZaps.entries()) {
    const name = nameOf(zap)
    const msatAmount = zap.sats * 1_000
    const left = received.get(name)! - msatAmount
    received.set(name, left)
    // Zaps with an operation id are booked once, however old they are.
    const hasId = canDate && zap.from !== 'outside'
    if (left >= 0 && !hasId) continue
    const body = {
      contentId: contents.get(name)!,
      msatAmount,
      comment: zap.comment ?? null,
      contentTime: zap.atSeconds ?? null,
    }
    const key = `demo-zap-${index}`
    const { daysAgo } = zap
    if (hasId) {
      await requestPast({ kind: 'zap', key, username: zap.from, ...body }, daysAgo)
    } else if (zap.from !== 'outside') await userOf(zap.from)(send, { body }, { idempotencyKey: key })
    else {
      await payOnce(visitor, { key, daysAgo }, async (idempotencyKey) => {
        const { invoiceId } = await visitor(createInvoice, { body }, { idempotencyKey })
        return visitor(getInvoice, { params: { invoiceId } })
      })
    }
  }
}

export const nameOf = ({ track, episode }: DemoZap) => (track === undefined ? `episode:${episode}` : `track:${track}`)

async function readTotal(visitor: Call, name: string, id: string): Promise<number> {
  const content = name.startsWith('track:')
    ? await visitor(getTrack, { params: { trackId: id } })
    : await visitor(getEpisode, { params: { episodeId: id } })
  return content.msatTotal
}
