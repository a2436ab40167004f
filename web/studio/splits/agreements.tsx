/** Who has agreed to the split, and the terms that wait for somebody. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listSplitVersions } from '#contract/catalog/split-offers.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeShareAnswer } from '#web/format/share-answer.ts'
import { Badge, type BadgeTone } from '#web/ui/layout/badge.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { formatShare, isOutside } from './draft.ts'
import { PreviewBar, type Preview, type SplitOf } from './preview.tsx'
import { refreshSplit } from './refresh.ts'

type Version = Wire<typeof listSplitVersions>[number]
type Share = Version['shares'][number]

const ANSWER_MS = 5_000

const isAwaited = ({ endedAt, shares }: Version) => endedAt === null && shares.some(({ state }) => state === 'waiting')
const isInForce = ({ begunAt, endedAt }: Version) => begunAt !== null && endedAt === null
const isPending = ({ begunAt, endedAt }: Version) => begunAt === null && endedAt === null

/** Nothing without a version. */
export function Agreements({ of, ownName, preview }: { of: SplitOf; ownName: string; preview: Preview }) {
  const data = useVersions(of)
  const current = data?.find(isInForce)
  const pending = data?.find(isPending)
  const past = data?.filter(({ begunAt, endedAt }) => begunAt !== null && endedAt !== null) ?? []
  return (
    <>
      {current && <Consent version={current} ownName={ownName} />}
      {pending && (
        <div className="mt-5 border-t border-line pt-4">
          <p className="mb-3 font-semi [overflow-wrap:anywhere]">{describePending(pending)}</p>
          {!pending.isRemoval && <PreviewBar parts={preview(pending.shares.filter(hasShare).map(toRecipient))} />}
          <Consent version={pending} ownName={ownName} />
        </div>
      )}
      {past.length > 0 && <History versions={past} />}
    </>
  )
}

/** Read again while an answer is awaited, which a partner gives elsewhere. It changes more than the versions. */
function useVersions(of: SplitOf): Version[] | undefined {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data } = useQuery({
    ...callQuery(call, listSplitVersions, { params: of }),
    retry: false,
    refetchOnWindowFocus: ({ state }) => state.data?.some(isAwaited) === true && 'always',
    refetchInterval: ({ state }) => (state.data?.some(isAwaited) ? ANSWER_MS : false),
  })
  const before = useRef(data)
  useEffect(() => {
    if (before.current !== undefined && before.current !== data) void refreshSplit(queries)
    before.current = data
  }, [data, queries])
  return data
}

const hasShare = ({ share }: Share) => share > 0
const nameOf = ({ user }: Share): string => (user.displayName ?? user.name) || t('editors.splitInvited')
const toRecipient = ({ user, share }: Share) => ({ ...user, share })

function describePending({ isRemoval, shares }: Version): string {
  const names = shares.filter(({ isLowered, state }) => isLowered && state === 'waiting').map(nameOf)
  const [name = ''] = names
  if (isRemoval) return t('editors.splitEnds', { names: names.join(', ') })
  if (names.length === 1) return t('editors.splitBegins', { name })
  return t('editors.splitBeginsMany', { names: names.join(', ') })
}

const TONES: Record<Share['state'], BadgeTone> = {
  agreed: 'mint',
  waiting: 'plain',
  declined: 'pink',
  expired: 'pink',
  withdrawn: 'plain',
}

/** Each partner's answer. The owner has agreed by writing the terms. */
function Consent({ version, ownName }: { version: Version; ownName: string }) {
  // Nobody asks a Lightning address.
  const partners = version.shares.filter(({ user }) => user.name !== ownName && !isOutside(user))
  if (partners.length === 0) return null
  return (
    <>
      <h3 className="mt-4 mb-2 font-text text-sm font-semi tracking-normal">{t('editors.splitConsent')}</h3>
      <ul className="flex flex-col gap-2">
        {partners.map((share, index) => (
          <li key={index} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{nameOf(share)}</span>
            <Badge tone={TONES[share.state]}>{describeShareAnswer(version, share)}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}

function History({ versions }: { versions: readonly Version[] }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-11 cursor-pointer py-3 font-semi">{t('editors.splitHistory')}</summary>
      <ol className="flex flex-col gap-3">
        {versions.map((version) => (
          <li key={version.versionId}>
            <span className="text-ink-2">
              {t('editors.splitVersion', {
                number: version.number,
                from: formatDate(version.begunAt ?? version.createdAt),
                until: formatDate(version.endedAt ?? version.createdAt),
              })}
            </span>
            <span className="block [overflow-wrap:anywhere]">{describeShares(version)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function describeShares({ isRemoval, shares }: Version): string {
  if (isRemoval) return t('editors.splitRemoved')
  const total = shares.reduce((sum, { share }) => sum + share, 0)
  return shares
    .filter(hasShare)
    .map((share) => `${nameOf(share)} ${formatShare((share.share / total) * 100)}`)
    .join(', ')
}
