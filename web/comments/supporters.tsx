/** The users who have sent the most with a message, side by side. From the first page of comments. */
import { Link } from '#web/navigation/link.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useComments, type CommentPage } from './comment-data.ts'

export function Supporters({ contentId }: { contentId: string }) {
  const { page } = useComments(contentId, 'new')
  if (!page || page.supporters.length === 0) return null
  return (
    <Section title={t('comments.supporters')}>
      <ul className="faces-grid">
        {page.supporters.map((supporter) => (
          <SupporterLine key={supporter.userId ?? 'nobody'} supporter={supporter} />
        ))}
      </ul>
      <p className="mt-5 max-w-[60ch] text-sm">{t('comments.supportersNote')}</p>
    </Section>
  )
}

function SupporterLine({ supporter }: { supporter: CommentPage['supporters'][number] }) {
  const { userId, name, displayName, artworkUrl, msatTotal } = supporter
  return (
    <li className="flex min-h-11 min-w-0 items-center gap-3">
      <Avatar src={artworkUrl} seed={userId ?? 'nobody'} />
      <span className="min-w-0">
        {name === null ? (
          <span className="block truncate">{t('comments.namelessTogether')}</span>
        ) : (
          <Link to={`/profile/${name}`} className="block truncate leading-6 font-semi hover:underline">
            {displayName ?? name}
          </Link>
        )}
        <span className="block text-sm whitespace-nowrap">
          {formatSats(msatTotal)} {satsUnit(formatSats(msatTotal))}
        </span>
      </span>
    </li>
  )
}
