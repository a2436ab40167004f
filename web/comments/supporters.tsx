/** The users who have sent the most with a message, as a row of
 * avatars beside the content. From the first page of comments. */
import { Fact } from '#web/content/facts.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useComments, type CommentPage } from './comment-data.ts'

export function Supporters({ contentId }: { contentId: string }) {
  const { page } = useComments(contentId, 'new')
  if (!page || page.supporters.length === 0) return null
  return (
    <Fact title={t('comments.supporters')}>
      <ul className="flex flex-col gap-2">
        {page.supporters.map((supporter) => (
          <SupporterLine key={supporter.userId ?? 'nobody'} supporter={supporter} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">{t('comments.supportersNote')}</p>
    </Fact>
  )
}

function SupporterLine({ supporter }: { supporter: CommentPage['supporters'][number] }) {
  const { userId, name, displayName, artworkUrl, msatTotal } = supporter
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar src={artworkUrl} seed={userId ?? 'nobody'} />
      {name === null ? (
        <span className="min-w-0 flex-1 truncate text-ink-2">{t('comments.namelessTogether')}</span>
      ) : (
        <Link to={`/profile/${name}`} className="min-w-0 flex-1 truncate font-semi hover:underline">
          {displayName ?? name}
        </Link>
      )}
      <span className="text-sm font-semi whitespace-nowrap text-ink-2">
        {formatSats(msatTotal)} {satsUnit(formatSats(msatTotal))}
      </span>
    </li>
  )
}
