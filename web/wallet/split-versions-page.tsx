/** The versions of a split, newest first: what each gives to whom, and who agreed when. For the owner and everybody in it. */
import { useQuery } from '@tanstack/react-query'
import { getSignedTerms, listSplitVersions } from '#contract/catalog/split-offers.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeShareAnswer } from '#web/format/share-answer.ts'
import { Head } from '#web/frame/head.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate, formatPercent } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

type Version = Wire<typeof listSplitVersions>[number]
type Share = Version['shares'][number]
const CONTENT_TYPES = ['artist', 'album', 'track', 'podcast', 'episode'] as const

export function Page() {
  const { call } = useSite()
  const { contentId = '', contentType: typed } = useParams()
  const contentType = CONTENT_TYPES.find((one) => one === typed) ?? 'artist'
  const params = { contentId, contentType }
  const { data, error } = useQuery({ ...callQuery(call, listSplitVersions, { params }), retry: false })
  return (
    <div className="max-w-[44rem] pt-4">
      <Head title={t('wallet.splitVersions')} isHidden />
      <h1 className="title-great mb-7">{t('wallet.splitVersions')}</h1>
      {data ? (
        <>
          <ol className="flex flex-col gap-8">
            {data.map((version) => (
              <ShownVersion key={version.versionId} version={version} />
            ))}
          </ol>
          {data.length > 0 && <SignedTerms params={params} />}
        </>
      ) : error ? (
        <Problem words={describeFailure(error)} />
      ) : (
        <LinesSkeleton />
      )}
    </div>
  )
}

/** The same as a file, signed by this server. */
function SignedTerms({ params }: Sent<typeof getSignedTerms>) {
  const { call } = useSite()
  const saving = useMutationOnce({
    mutationFn: () => call(getSignedTerms, { params }),
    onSuccess: (event) =>
      saveFile(new Blob([JSON.stringify(event)], { type: 'application/json' }), `split-${params.contentId}.json`),
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <div className="mt-8">
      <Button
        kind="quiet"
        isWaiting={saving.isPending}
        icon={<SaveIcon size={18} aria-hidden="true" />}
        onClick={() => saving.mutate()}
      >
        {t('wallet.signedTerms')}
      </Button>
      <p className="mt-2 max-w-[56ch] text-sm text-ink-2">{t('wallet.signedTermsHint')}</p>
    </div>
  )
}

function ShownVersion({ version }: { version: Version }) {
  const total = version.shares.reduce((sum, { share }) => sum + share, 0)
  return (
    <li>
      <h2 className="mb-2 text-lg">{describeTime(version)}</h2>
      {version.isRemoval && <p className="mb-2 text-ink-2">{t('editors.splitRemoved')}</p>}
      <ul className="border-t border-line">
        {version.shares.map((share, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semi">{nameOf(share)}</span>
              <span className="block text-sm text-ink-2">{describeAnswer(version, share)}</span>
            </span>
            <span className="tabular-nums">{formatPercent(total === 0 ? 0 : (share.share / total) * 100, 3)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

function describeTime({ number, begunAt, endedAt }: Version): string {
  if (begunAt === null) return t('wallet.versionWaits', { number })
  if (endedAt === null) return t('wallet.versionSince', { number, from: formatDate(begunAt) })
  return t('editors.splitVersion', { number, from: formatDate(begunAt), until: formatDate(endedAt) })
}

const nameOf = ({ user }: Share): string => (user.displayName ?? user.name) || t('editors.splitInvited')

function describeAnswer(version: Version, share: Share): string {
  const answer = describeShareAnswer(version, share)
  return share.decidedAt === null ? answer : `${answer} · ${formatDate(share.decidedAt)}`
}
