/** Who gets the sats of a release or podcast: you alone, a split that is set, or the editor of a new one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSplit } from '#contract/splits.ts'
import { callQuery } from '../queries.ts'
import { useAccount, type Account } from '../session/account.ts'
import { useSettings, useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { PeopleIcon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { previewSplit, wordPercent } from './split-draft.ts'
import { SplitEditor } from './split-editor.tsx'
import { PreviewBar, type Preview, type SplitOf } from './split-preview.tsx'

export function SplitBox({ of }: { of: SplitOf }) {
  return (
    <section aria-labelledby="split-title" className="rounded-bar border border-line bg-highlight p-5">
      <h2 id="split-title" tabIndex={-1} data-quiet-focus className="mb-2 text-lg">
        {t('studio.splitTitle')}
      </h2>
      <SplitPartOf of={of} />
    </section>
  )
}

function SplitPartOf({ of }: { of: SplitOf }) {
  const { call } = useSite()
  const { data: account } = useAccount()
  const query = useQuery({ ...callQuery(call, getSplit, { params: of }), retry: false })
  const [isEditing, setIsEditing] = useState(false)
  const parts = usePreview(account)
  if (query.error) {
    return (
      <ErrorState
        level="part"
        title={t('studio.failed')}
        detail={describeFailure(query.error)}
        retryLabel={t('studio.retry')}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined || !account) return <Skeleton className="h-24" />
  if (query.data) {
    const people = query.data.splitRecipients.map(({ share, user }) => ({ ...user, share }))
    return (
      <>
        <p className="mb-3 text-sm text-ink-2">{t('studio.splitIs')}</p>
        <PreviewBar parts={parts(people)} />
      </>
    )
  }
  if (isEditing) return <SplitEditor of={of} account={account} preview={parts} onClose={() => setIsEditing(false)} />
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{t('studio.splitAlone')}</p>
      <PreviewBar parts={parts([{ name: account.name, displayName: account.displayName, share: 1 }])} />
      <Button
        kind="quiet"
        size="small"
        icon={<PeopleIcon size={17} aria-hidden="true" />}
        onClick={() => setIsEditing(true)}
        className="mt-4"
      >
        {t('studio.splitBegin')}
      </Button>
    </>
  )
}

function usePreview(account: Account | undefined): Preview {
  const { feePpm, brandName: brand } = useSettings()
  const houseName = t('studio.splitHouse', { brand, percent: wordPercent(feePpm / 10_000).replace(' %', '') })
  return (people) =>
    previewSplit({
      feePpm,
      houseName,
      recipients: people.map(({ name, displayName, share }) => {
        const shown = displayName || name
        return { name, share, shownAs: name === account?.name ? t('studio.splitYou', { name: shown }) : shown }
      }),
    })
}
