/** Finds a user, with the actions of an operator: hold and release their money, switch features. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findUsers, holdUser, releaseUser } from '#contract/operator/admin.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Invites } from './invites.tsx'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { FindForm } from './find-form.tsx'
import { UserCard, type AdminUser } from './user-card.tsx'
import { ReasonDialog, type Question } from './reason-dialog.tsx'

export function Page() {
  const [search, setSearch] = useSearchParams()
  const find = search.get('find') ?? ''
  return (
    <AdminFrame title={t('admin.people')} lead={t('admin.peopleLead')}>
      <FindForm
        key={find}
        find={find}
        onFind={(text) => setSearch(text === '' ? {} : { find: text })}
        label={t('admin.findPerson')}
        maxLength={254}
      />
      {find !== '' && <Found find={find} />}
      <Invites />
    </AdminFrame>
  )
}

function Found({ find }: { find: string }) {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, findUsers, { query: { search: find } }),
    staleTime: 0,
  })
  const questions = useQuestions()
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <div className="mt-7">
      {!data && <ListWaiting error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState sentence={t('admin.nobody')} />}
      <ul className="flex flex-col gap-4">
        {data?.map((user) => (
          <li key={user.userId}>
            <UserCard
              person={user}
              onHold={() => setQuestion(questions.hold(user))}
              onRelease={() => setQuestion(questions.release(user))}
            />
          </li>
        ))}
      </ul>
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}

function useQuestions() {
  const { call } = useSite()
  const refresh = useRefresh()
  const end = async (words: string) => {
    await refresh(findUsers)
    showToast(words)
  }
  const hold = ({ userId, name }: AdminUser): Question => ({
    title: t('admin.holdTitle', { name }),
    lead: t('admin.holdLead'),
    button: t('admin.hold'),
    isDestructive: true,
    send: async (reason) => {
      await withRecentLogin(() => call(holdUser, { params: { userId }, body: { reason } }))
      await end(t('admin.held', { name }))
    },
  })
  const release = ({ userId, name }: AdminUser): Question => ({
    title: t('admin.freeTitle', { name }),
    lead: t('admin.freeLead'),
    button: t('admin.free'),
    send: async (reason) => {
      await withRecentLogin(() => call(releaseUser, { params: { userId }, body: { reason } }))
      await end(t('admin.freed', { name }))
    },
  })
  return { hold, release }
}
