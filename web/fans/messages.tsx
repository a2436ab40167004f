/** The latest messages of an artist or podcast to its followers. Renders nothing if there are none. */
import { useQuery } from '@tanstack/react-query'
import { listFanMessages, REACH_SHOWN_FROM } from '#contract/community/fans.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { AUDIENCES } from './audiences.ts'

type Message = Wire<typeof listFanMessages>['messages'][number]

export const messagesQuery = (call: ReturnType<typeof useSite>['call'], makerId: string) => ({
  ...callQuery(call, listFanMessages, { params: { makerId } }),
  staleTime: 0,
})

const POLL_MS = 2_000

export function Messages({ makerId }: { makerId: string }) {
  const { call } = useSite()
  const { data } = useQuery({
    ...messagesQuery(call, makerId),
    refetchInterval: ({ state }) => (state.data?.messages.some(({ isSent }) => !isSent) ? POLL_MS : false),
  })
  if (!data || data.messages.length === 0) return null
  return (
    <Section title={t('fans.messages')}>
      <ul className="border-t border-line">
        {data.messages.map((message) => (
          <li key={message.id} className="border-b border-line py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link to={`/${message.subject.type}/${message.subject.id}`} className="font-semi hover:underline">
                {message.subject.title}
              </Link>
              <time dateTime={message.createdAt} className="text-sm text-ink-2">
                {formatDate(message.createdAt)}
              </time>
            </p>
            <p className="mt-1 line-clamp-4 max-w-[65ch] break-words whitespace-pre-line">{message.content}</p>
            <p className="mt-1 text-sm text-ink-2">
              {t(AUDIENCES[message.audience])} · {describeReach(message)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function describeReach({ isSent, recipientCount }: Message): string {
  if (!isSent) return t('fans.sending')
  if (recipientCount === null) return t('fans.sentFew', { count: REACH_SHOWN_FROM })
  return t('fans.sentTo', { count: recipientCount })
}
