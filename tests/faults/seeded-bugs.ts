/** Seventeen bugs that have cost others money, as edits to a copy of the tree. The lab must catch each of them. Product code
 * has no switch for them. An edit that no longer applies fails the test. */
import type { ScenarioName } from './scenarios.ts'
import type { Edit } from './tree-copy.ts'

export type SeededBug = { name: string; scenario: ScenarioName; edits: readonly Edit[] }

const payout = 'server/payments/payouts/payout.ts'
const credit = 'server/payments/incoming/credit.ts'
const forward = 'server/payments/forwards/forward.ts'
const receive = 'server/payments/incoming/receive.ts'
const reward = 'server/payments/promos/reward.ts'
const ticketOrder = 'server/payments/tickets/order.ts'
const ticketRefund = 'server/payments/tickets/refund.ts'

/* oxlint-disable no-template-curly-in-string -- edits are source */
export const seededBugs: readonly SeededBug[] = [
  {
    name: 'a time-out is treated as failure',
    scenario: 'timeOut',
    edits: [
      {
        file: payout,
        find: `} else if (outcome.state === 'failed') {\n    await release(deps, payout, outcome.reason, 'fail')`,
        replace: `} else if (outcome.state !== 'in_flight') {\n    await release(deps, payout, 'timeout', 'fail')`,
      },
    ],
  },
  {
    name: 'deposits have no idempotency key',
    scenario: 'settledAgain',
    edits: [
      {
        file: credit,
        find: ` || (invoice?.state === 'paid' && invoice.paid_inside_as === null)) continue`,
        replace: ') continue',
      },
      { file: credit, find: ` && invoice.state !== 'paid' && arrival.`, replace: ' && arrival.' },
      { file: credit, find: 'if (paidCount !== paid.length)\n', replace: 'if (paidCount > paid.length)\n' },
      {
        file: credit,
        find: 'const idemOf = ({ paymentHash }: Arrival) => `invoice:${paymentHash}:node`',
        replace: 'const idemOf = (_arrival: Arrival) => newId()',
      },
      {
        file: credit,
        find: 'await insertLines(tx, receipts.map(lineOf))',
        replace: `await insertLines(tx, receipts.filter(({ invoice }) => invoice.state !== 'paid').map(lineOf))`,
      },
    ],
  },
  {
    name: 'the fee cap is not sent to the node',
    scenario: 'costlyRoute',
    edits: [{ file: payout, find: 'feeLimitMsat: payout.fee_reserve_msat', replace: 'feeLimitMsat: 10n ** 12n' }],
  },
  {
    name: 'the balance is checked before locking',
    scenario: 'allAtOnce',
    edits: [
      {
        file: 'server/migrations/0007-ledger.sql',
        find: '        ORDER BY id\n        FOR NO KEY UPDATE\n',
        replace: '        ORDER BY id\n',
      },
      // Long enough for the others to read the same balance.
      {
        file: 'server/migrations/0007-ledger.sql',
        find: '  v_now := clock_timestamp();\n',
        replace: '  PERFORM pg_sleep(0.1);\n  v_now := clock_timestamp();\n',
      },
    ],
  },
  {
    name: 'a refund is issued twice',
    scenario: 'failureToldTwice',
    edits: [
      {
        file: payout,
        find: '    if (moved === undefined) return false\n    await lockKept(tx, moved)\n    await inSameTx(tx)\n    await post(tx, {\n      idem: `release:${payout.id}`',
        replace: '    await post(tx, {\n      idem: `release:${payout.id}:${Math.random()}`',
      },
      { file: payout, find: `kind: kindOf(moved.purpose, 'release')`, replace: `kind: 'withdraw-release'` },
      { file: payout, find: 'releaseOf(moved)', replace: 'releaseOf(payout)' },
      {
        file: payout,
        find: 'notifyUser(deps, tx, moved, { beforeMsat: changeOfHeld(moved), changeMsat: 0n })',
        replace: 'notifyUser(deps, tx, payout, { beforeMsat: changeOfHeld(payout), changeMsat: 0n })',
      },
      { file: payout, find: `if (moved.purpose === 'withdraw') await publish(`, replace: 'if (moved) await publish(' },
    ],
  },
  {
    name: 'a late settlement is dropped',
    scenario: 'paidLate',
    edits: [
      {
        file: credit,
        find: 'if (inSuspense.has(paymentHash) ||',
        replace: 'if ((invoice?.expires_at && invoice.expires_at < deps.clock.now()) || inSuspense.has(paymentHash) ||',
      },
    ],
  },
  {
    name: 'an overpayment is lost',
    scenario: 'overpaid',
    edits: [
      {
        file: credit,
        find: 'const [paymentHash, arrival] of byHash) {\n    const invoice = invoices.get(paymentHash)\n',
        replace: `const [paymentHash, told] of byHash) {
    const invoice = invoices.get(paymentHash)
    const arrival = { ...told, receivedMsat: invoice?.amount_msat ?? told.receivedMsat }\n`,
      },
    ],
  },
  {
    name: 'a keysend is repeated under a new preimage after a crash',
    scenario: 'crashWhileSendingUnasked',
    edits: [
      {
        file: 'server/payments/state.ts',
        find: `claim: { from: ['reserved'], to: 'sending' }`,
        replace: `claim: { from: ['reserved', 'sending', 'unknown'], to: 'sending' }`,
      },
      {
        file: payout,
        find: `if (payout.state === 'reserved') return await sendPayout`,
        replace: `if (payout.state === 'reserved' || payout.keysend !== null) return await sendPayout`,
      },
      {
        file: payout,
        find: `if (payout?.state !== 'reserved') return false`,
        replace: 'if (payout === undefined || payout.finished_at !== null) return false',
      },
      {
        file: payout,
        find: `  failpoint('payout:claimed')\n`,
        replace: `  failpoint('payout:claimed')
  if (payout.keysend !== null && payout.checks > 0) {
    const fresh = createHash('sha256').update(payoutId + payout.checks).digest()
    payout.keysend = { ...payout.keysend, preimage: fresh.toString('hex') }
    payout.payment_hash = createHash('sha256').update(fresh).digest('hex')
    const { keysend, payment_hash } = payout
    await movePayout(database.read, payoutId, { from: ['sending'], to: 'sending' }, { keysend, payment_hash })
  }\n`,
      },
    ],
  },
  {
    name: 'the feed cursor is stored before the settlements it covers are booked',
    scenario: 'crashWhileHearing',
    edits: [
      {
        file: receive,
        find: 'moveInvoice, readCursor, type InvoiceRow',
        replace: 'moveInvoice, readCursor, writeCursor, type InvoiceRow',
      },
      {
        file: receive,
        find: '    async take(event) {\n',
        replace: '    async take(event) {\n      await writeCursor(deps.database.read, FEED, event.cursor)\n',
      },
    ],
  },
  {
    name: 'a forward is repeated under a new key after a crash',
    scenario: 'crashWhileForwarding',
    edits: [
      {
        file: 'server/payments/payouts/forward-queries.ts',
        find: `sql\`forward_batch WHERE state = 'waiting' AND next_try_at`,
        replace: `sql\`forward_batch WHERE state IN ('waiting', 'sending') AND next_try_at`,
      },
      {
        file: forward,
        find: `if (locked?.state !== 'waiting') return false\n  const userId`,
        replace: `if (locked === undefined) return false\n  const userId`,
      },
    ],
  },
  {
    name: 'a minute of a promo is paid twice',
    scenario: 'minuteClaimedTwice',
    edits: [
      {
        file: reward,
        find: 'return rewardedAt === null ? 0 : MINUTE_MS - (now.getTime() - rewardedAt.getTime())',
        replace: 'return rewardedAt === null ? 0 : now.getTime() - MINUTE_MS - now.getTime()',
      },
      {
        file: reward,
        find: 'listener.nonce = goesOn ? newId(now.getTime()) : null',
        replace: 'listener.nonce = goesOn ? claim.nonce! : null',
      },
      { file: reward, find: 'dealt_at: now, position_seconds: claim.position ?? 0', replace: 'rewarded_at: now' },
      { file: reward, find: 'id: claim.nonce ?? claim.operationId', replace: 'id: newId(now.getTime())' },
    ],
  },
  {
    name: 'a part of the rest of a promo is lost',
    scenario: 'promoEnded',
    edits: [
      {
        file: 'server/payments/promos/end.ts',
        find: 'const amountMsat = restOf(promo)\n',
        replace: 'const amountMsat = restOf(promo) - promo.payout_msat\n',
      },
    ],
  },
  {
    name: 'a late payment sells a seat that is no longer left',
    scenario: 'seatPaidLate',
    edits: [
      { file: ticketOrder, find: ' && tier.seats - tier.taken >= purchase.seat_count', replace: '' },
      {
        file: ticketOrder,
        find: '  if (isLate) await takeSeats(tx, purchase.tier_id, purchase.seat_count)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a ticket is refunded twice',
    scenario: 'ticketRefundedTwice',
    edits: [
      {
        file: ticketRefund,
        find: `    if (ticket.ticket.state === 'refunded') throw new AppError(409, 'ticket-refunded')\n`,
        replace: '',
      },
      {
        file: ticketRefund,
        find: 'idem: `ticket-refund:${ticket.id}`',
        replace: 'idem: `ticket-refund:${ticket.id}:${Math.random()}`',
      },
      { file: ticketRefund, find: '      payment_id: id,\n', replace: '      payment_id: newId(now.getTime()),\n' },
    ],
  },
  {
    name: 'a payment ignores whether a partner has agreed',
    scenario: 'partnerHasNotAgreed',
    edits: [
      {
        file: 'server/payments/consent/settle.ts',
        find: `if (consent.state === 'agreed') return`,
        replace: `if (consent.state !== 'returned') return`,
      },
      {
        file: 'server/payments/consent/settle.ts',
        find: `state === 'waiting' ? [] : state === 'agreed' ? userId : ownerId`,
        replace: `state === 'returned' ? ownerId : userId`,
      },
    ],
  },
  {
    name: 'the share of an address in a split is booked twice on a late success',
    scenario: 'outsidePaidLate',
    edits: [
      {
        file: 'server/payments/payouts/reserve.ts',
        find: `amountMsat: -ownMsat }]),\n`,
        replace: `amountMsat: -ownMsat * 2n }]),\n`,
      },
      {
        file: 'server/payments/payouts/reserve.ts',
        find: `    { account: 'house', amountMsat: -houseMsat },\n  ]\n  return`,
        replace: `    { account: 'house', amountMsat: ownMsat - houseMsat },\n  ]\n  return`,
      },
    ],
  },
  {
    name: 'a batch for an address in a split is rounded up to whole sats',
    scenario: 'outsideBatch',
    edits: [
      {
        file: 'server/payments/forwards/outside-plan.ts',
        find: 'return chooseAmount(most, heldMsat, (msat) => fullReserve(deps, msat))',
        replace: 'return chooseAmount(most, heldMsat, (msat) => fullReserve(deps, msat)) + 1_000n',
      },
      {
        file: 'server/payments/forwards/outside.ts',
        find: 'const reserveMsat = fullReserve(deps, amountMsat)',
        replace: 'const reserveMsat = heldMsat - amountMsat',
      },
    ],
  },
]
