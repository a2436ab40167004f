/** Bookings that wait for a second operator: another one approves or declines them. */
import { useMutation } from '@tanstack/react-query'
import { assignSuspense, getMoney } from '#contract/operator/admin.ts'
import { bookDifference } from '#contract/operator/admin-money.ts'
import { declineProposal } from '#contract/operator/proposals.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatSatsChange } from '#web/format/amounts.ts'
import { t } from '#web/words/words.ts'

type Proposal = MoneyWire['proposals'][number]

/** Draws nothing when none waits. */
export function ProposalsTable({ proposals }: { proposals: Proposal[] }) {
  if (proposals.length === 0) return null
  return (
    <Section title={t('admin.proposals')}>
      <ul className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <ProposalCard key={proposal.proposalId} proposal={proposal} />
        ))}
      </ul>
    </Section>
  )
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { action, msatAmount, username, reason, proposedBy, isOwn, expiresAt } = proposal
  const { approve, decline } = useDecisions(proposal)
  const problem = describeProblem(approve.error ?? decline.error)
  const isWaiting = approve.isPending || decline.isPending
  const what = t(action === 'assign-suspense' ? 'admin.proposedAssignment' : 'admin.proposedBooking', {
    sats: formatSatsChange(msatAmount),
    name: username ?? t('admin.house'),
  })
  return (
    <li className="rounded-bar border border-line bg-highlight px-5 py-5">
      <p className="font-semi break-words">{what}</p>
      <p className="mt-1 break-words">{reason}</p>
      <p className="mt-1 text-sm text-ink-2">
        {t('admin.proposedBy', { name: proposedBy, moment: formatTimestamp(expiresAt) })}
      </p>
      {problem !== undefined && <Problem words={problem} />}
      <p className="mt-4 flex flex-wrap gap-2.5">
        {!isOwn && (
          <Button size="small" disabled={isWaiting} onClick={() => approve.mutate()}>
            {t('admin.approve')}
          </Button>
        )}
        <Button kind="quiet" size="small" disabled={isWaiting} onClick={() => decline.mutate()}>
          {t(isOwn ? 'admin.withdrawProposal' : 'admin.decline')}
        </Button>
      </p>
    </li>
  )
}

function useDecisions({ proposalId, action, subjectId, username, reason }: Proposal) {
  const { call } = useSite()
  const refresh = useRefresh()
  const onSuccess = () => refresh(getMoney)
  const book = () => {
    const named = username === null ? {} : { username }
    if (action === 'book-difference') {
      return call(bookDifference, { params: { differenceId: subjectId }, body: { reason, ...named } })
    }
    return call(assignSuspense, { params: { itemId: subjectId }, body: { username: username ?? '' } })
  }
  const approve = useMutation({ mutationFn: () => withRecentLogin<unknown>(book), onSuccess })
  const decline = useMutation({
    mutationFn: () => withRecentLogin(() => call(declineProposal, { params: { proposalId } })),
    onSuccess,
  })
  return { approve, decline }
}
