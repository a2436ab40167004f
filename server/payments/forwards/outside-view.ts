/** What waits for the Lightning addresses in a split, and what became of it, for the owner of the content. */
import type { listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readPendingRecipients } from '#server/catalog/splits/consent.ts'
import { readManySplitTerms, readPayable } from '#server/catalog/splits/payable.ts'
import { readPartnerNames } from '#server/catalog/splits/outside-queries.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findOutside } from '#server/payments/outside/queries.ts'
import { findLastPaidTo } from '#server/payments/payouts/queries.ts'

type Recipients = Data<typeof listOutsideRecipients>

/** The owner of the content. Also those of terms that wait to begin. */
export async function listOutside(
  { database, clock }: PaymentDeps,
  caller: Caller,
  { contentId, contentType }: Input<typeof listOutsideRecipients>['params'],
): Promise<Recipients> {
  requireUser(caller)
  const tx = database.read
  const content = await readPayable(tx, contentId, clock.now())
  if (content === null || content.contentType !== contentType || !isOwner(caller, content.ownerId)) throw notFound()
  const recipients = (await readManySplitTerms(tx, [contentId])).get(contentId)?.recipients ?? []
  const pending = await readPendingRecipients(tx, contentId)
  const names = await readPartnerNames(tx, [...recipients.map(({ userId }) => userId), ...pending])
  const ids = [...names].flatMap(([id, { isOutside }]) => (isOutside ? [id] : []))
  return Promise.all(ids.map((id) => describe(tx, id, names.get(id)?.username ?? '')))
}

async function describe(tx: Tx, id: string, address: string): Promise<Recipients[number]> {
  const row = await findOutside(tx, id)
  const paid = await findLastPaidTo(tx, id)
  return {
    address,
    msatWaiting: await readBalance(tx, { kind: 'outside', id }),
    isSending: row?.is_sending ?? false,
    isReturned: row?.is_returned ?? false,
    heldBack: row?.held_back ?? null,
    failingSince: row?.failing_since ?? null,
    lastError: row?.last_error ?? null,
    lastPaid: paid === undefined ? null : { msatAmount: paid.amount_msat, at: paid.finished_at! },
  }
}
