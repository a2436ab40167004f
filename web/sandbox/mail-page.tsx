/** E-mails that would have been sent, newest first. `?to=` filters by recipient. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listSandboxMails } from '#contract/operator/sandbox.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { requireSandbox } from './only-sandbox.ts'
import { formatMoment } from '#web/words/format.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

export const load = requireSandbox

const POLL_MS = 5_000

type Mail = Wire<typeof listSandboxMails>[number]

export function Page() {
  const { call } = useSite()
  const [search] = useSearchParams()
  const to = search.get('to')
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(call, listSandboxMails, { query: to === null ? {} : { to } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Head title={t('sandbox.mailTitle')} path="/sandbox/mail" isHidden />
      <div className="mx-auto max-w-[760px]">
        <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="title-great">{t('sandbox.mailTitle')}</h1>
            <p className="mt-2 text-lg text-ink-2">{t('sandbox.mailsLead')}</p>
          </div>
          <div className="flex gap-2.5">
            <ButtonLink to="/sandbox" kind="quiet" size="small">
              {t('sandbox.toWallet')}
            </ButtonLink>
            <Button kind="quiet" size="small" isWaiting={isFetching && !data} onClick={() => void refetch()}>
              {t('sandbox.refresh')}
            </Button>
          </div>
        </header>
        {to !== null && (
          <p className="mb-4 text-ink-2">
            {t('sandbox.mailOnly', { to })}{' '}
            <Link to="/sandbox/mail" className="font-semi text-purple hover:underline">
              {t('sandbox.mailAll')}
            </Link>
          </p>
        )}
        {!data && !error && <PageSkeleton label={t('common.loading')} />}
        {!data && error && <LoadFailure level="part" error={error} retry={refetch} />}
        {data?.length === 0 && (
          <EmptyState
            sentence={t('sandbox.mailEmpty')}
            action={<ButtonLink to="/register">{t('sandbox.mailSignUp')}</ButtonLink>}
          />
        )}
        <ul className="flex flex-col gap-4">
          {data?.map((mail) => (
            <li key={`${mail.sentAt} ${mail.to} ${mail.subject}`}>
              <MailCard mail={mail} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function MailCard({ mail: { to, subject, text, links, sentAt } }: { mail: Mail }) {
  const sent = formatMoment(new Date(sentAt), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <article className="rounded-bar border border-line bg-highlight px-5 py-5 md:px-8 md:py-7">
      <h2 className="text-xl">{subject}</h2>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span className="min-w-0 break-words">{t('sandbox.mailTo', { to })}</span>
        <time dateTime={sentAt}>{sent}</time>
      </p>
      <p className="mt-4 border-t border-line pt-4 break-words whitespace-pre-line">{text.trim()}</p>
      {links.length > 0 && (
        <div className="mt-5 flex flex-wrap gap-2.5">
          {links.filter(isActionLink).map((link) => (
            <MailLink key={link} link={link} />
          ))}
        </div>
      )}
    </article>
  )
}

/** E-mails also link to the site itself, which is not an action. */
const isActionLink = (link: string): boolean => URL.canParse(link) && new URL(link).search !== ''

/** Links of this site open here by their path, because the e-mail
 * contains the configured URL, which may differ from this page's. */
function MailLink({ link }: { link: string }) {
  const { pathname, search, hash } = new URL(link)
  const label = pathname === '/verify-email' ? 'sandbox.confirmLink' : 'sandbox.openLink'
  return <ButtonLink to={`${pathname}${search}${hash}`}>{t(label)}</ButtonLink>
}
