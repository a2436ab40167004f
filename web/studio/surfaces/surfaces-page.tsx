/** Where a release or podcast appears outside of this site: its feed as apps read it, checks of it, and who was notified. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSurfaces, publishAgain } from '#contract/catalog/surfaces/surfaces.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useParam } from '#web/studio/frame/content-frame.tsx'
import { StudioFrame } from '#web/studio/frame/studio-frame.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Surfaces = Wire<typeof getSurfaces>
type Feed = NonNullable<Surfaces['feed']>

const FINDINGS: Record<Feed['findings'][number]['code'], TranslationKey> = {
  'not-well-formed': 'studio.findingNotXml',
  'no-image': 'studio.findingNoImage',
  'small-image': 'studio.findingSmallImage',
  'no-category': 'studio.findingNoCategory',
  'no-language': 'studio.findingNoLanguage',
  'no-items': 'studio.findingNoItems',
  'no-audio': 'studio.findingNoAudio',
  'wrong-length': 'studio.findingWrongLength',
}
const SERVICES: Record<string, string> = { 'podcast-index': 'Podcast Index', websub: 'WebSub', podping: 'Podping' }

export function Page() {
  return (
    <StudioFrame>
      {() => (
        <div className="max-w-[44rem]">
          <h1 className="title-great">{t('studio.surfaces')}</h1>
          <Shown />
        </div>
      )}
    </StudioFrame>
  )
}

function Shown() {
  const contentId = useParam('contentId')
  const { call } = useSite()
  const params = { contentId }
  const { data, error } = useQuery({ ...callQuery(call, getSurfaces, { params }), staleTime: 0, retry: false })
  if (error) return <Problem words={describeFailure(error)} />
  if (!data) return <LinesSkeleton />
  const { feed, notices } = data
  if (feed === null) return <p className="mt-7">{t('studio.surfacesNone')}</p>
  return (
    <>
      <p className="mt-2 text-lg wrap-anywhere">{feed.title}</p>
      <Again contentId={contentId} />
      <Section title={t('studio.feedTitle')}>
        <Rows>
          <Row name={t('studio.surfacesAddress')}>
            <a href={feed.url} className="break-all underline">
              {feed.url}
            </a>
          </Row>
          <Row name={t('studio.surfacesChanged')}>{momentOf(feed.changedAt)}</Row>
          <Row name={t('studio.surfacesSize')}>{formatNumber(feed.bytes)} B</Row>
          <Row name="Nostr">
            {feed.nostrUri === null ? t('studio.surfacesNoNostr') : <span className="break-all">{feed.nostrUri}</span>}
          </Row>
          <Row name="oEmbed, JSON-LD">{t('studio.surfacesInPage')}</Row>
        </Rows>
      </Section>
      <Section title={t('studio.surfacesChecks')}>
        <Checks findings={feed.findings} />
      </Section>
      <Section title={t('studio.surfacesApps')}>
        <Cover src={feed.imageUrl} alt="" seed={contentId} sizes="96px" className="mb-4 size-24" />
        <Rows>
          <Row name="title">{feed.title}</Row>
          <Row name="podcast:medium">{feed.medium}</Row>
          <Row name="podcast:value">
            <span className="break-all">{feed.paidTo}</span>
          </Row>
          <Row name="item">{formatNumber(feed.itemCount)}</Row>
        </Rows>
      </Section>
      <Section title={t('studio.surfacesNotices')}>
        {notices.length === 0 ? <p>{t('studio.surfacesNoServices')}</p> : <Notices notices={notices} />}
      </Section>
    </>
  )
}

function Again({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const sending = useMutationOnce({
    mutationFn: () => call(publishAgain, { params: { contentId } }),
    onSuccess: async () => {
      showToast(t('studio.surfacesAgainDone'))
      await queries.invalidateQueries()
    },
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <div className="mt-7">
      <Button kind="quiet" isWaiting={sending.isPending} onClick={() => sending.mutate()}>
        {t('studio.surfacesAgain')}
      </Button>
      <p className="mt-2 max-w-[56ch] text-sm text-ink-2">{t('studio.surfacesAgainHint')}</p>
    </div>
  )
}

function Checks({ findings }: Pick<Feed, 'findings'>) {
  if (findings.length === 0) return <p>{t('studio.surfacesFine')}</p>
  return (
    <ul className="list-disc space-y-1.5 pl-5">
      {findings.map(({ code, subject }, index) => (
        <li key={index}>
          {subject !== null && <span className="font-semi">{subject}: </span>}
          {t(FINDINGS[code])}
        </li>
      ))}
    </ul>
  )
}

function Notices({ notices }: Pick<Surfaces, 'notices'>) {
  return (
    <Rows>
      {notices.map(({ service, state, triedAt }) => (
        <Row key={service} name={SERVICES[service] ?? service}>
          {state === 'waiting' || triedAt === null
            ? t('studio.noticeWaiting')
            : t(state === 'notified' ? 'studio.noticeSent' : 'studio.noticeFailed', { moment: momentOf(triedAt) })}
        </Row>
      ))}
    </Rows>
  )
}

const momentOf = (iso: string) => formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })
