/** The user's sessions with their devices; end one of them, or all but the current one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DeviceIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { formatTimestamp } from '#web/settings/moments.ts'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { nameMethod } from './login-methods.ts'

type Session = Wire<typeof listSessions>['sessions'][number]

export function SessionsPart() {
  const { call } = useSite()
  const refresh = useRefresh()
  const { data, error, refetch } = useQuery({ ...callQuery(call, listSessions, {}), staleTime: 0 })
  const ending = useMutation({
    mutationFn: (sessionId: string) => call(endSession, { params: { sessionId } }),
    onSuccess: async () => {
      await refresh()
      showToast(t('settings.sessionsEnded', { count: 1 }))
    },
  })
  const endingOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: async ({ ended }) => {
      await refresh()
      showToast(t('settings.sessionsEnded', { count: ended }))
    },
  })
  const problem = describeProblem(ending.error ?? endingOthers.error)
  const sessions = data && [...data.sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <Panel title={t('settings.sessions')} note={t('settings.sessionsNote')}>
      {!sessions && <Waiting error={error} onRetry={() => void refetch()} />}
      {sessions && (
        <Lines label={t('settings.sessions')}>
          {sessions.map((session) => (
            <Line
              key={session.id}
              icon={<DeviceIcon size={20} aria-hidden="true" />}
              title={session.device}
              badge={session.isCurrent && <Badge tone="mint">{t('settings.thisDevice')}</Badge>}
              detail={<SessionFacts {...session} />}
              action={
                !session.isCurrent && (
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('settings.endWhat', { what: session.device })}
                    isWaiting={ending.isPending && ending.variables === session.id}
                    onClick={() => ending.mutate(session.id)}
                  >
                    {t('shell.signOut')}
                  </Button>
                )
              }
            />
          ))}
        </Lines>
      )}
      {problem !== undefined && <Problem words={problem} />}
      {sessions && sessions.length > 1 && (
        <Button
          kind="quiet"
          className="self-start"
          isWaiting={endingOthers.isPending}
          onClick={() => endingOthers.mutate()}
        >
          {t('settings.endOthers')}
        </Button>
      )}
    </Panel>
  )
}

function SessionFacts({ ip, method, createdAt, lastSeenAt, isCurrent }: Session) {
  const seen = isCurrent ? t('settings.seenNow') : t('settings.seenAt', { moment: formatTimestamp(lastSeenAt) })
  return (
    <>
      <span className="block">
        {seen} · {ip}
      </span>
      <span className="block">
        {t('settings.signedInBy', { method: nameMethod(method), moment: formatTimestamp(createdAt) })}
      </span>
    </>
  )
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(listSessions) })
}
