/** The log of successful and failed log-ins, so that users can spot those that were not theirs. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listLogins } from '#contract/accounts/sessions.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge, type BadgeTone } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatTimestamp } from '#web/settings/moments.ts'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { nameMethod } from './login-methods.ts'

type Login = Wire<typeof listLogins>[number]

const FIRST = 5

const RESULTS: Record<Login['result'], { label: TranslationKey; tone: BadgeTone }> = {
  ok: { label: 'settings.loginOk', tone: 'mint' },
  'wrong-password': { label: 'settings.loginWrongPassword', tone: 'pink' },
  'wrong-code': { label: 'settings.loginWrongCode', tone: 'pink' },
  'second-factor-asked': { label: 'settings.loginAsked', tone: 'plain' },
}

export function LoginsPart() {
  const { call } = useSite()
  const { data: logins, error, refetch } = useQuery({ ...callQuery(call, listLogins, {}), staleTime: 0 })
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? logins : logins?.slice(0, FIRST)
  return (
    <Panel title={t('settings.logins')} note={t('settings.loginsNote')}>
      {!shown && <Waiting error={error} onRetry={() => void refetch()} />}
      {shown?.length === 0 && <p className="text-ink-2">{t('settings.loginsNone')}</p>}
      {shown && shown.length > 0 && (
        <Lines label={t('settings.logins')}>
          {shown.map(({ id, at, method, device, ip, result }) => (
            <Line
              key={id}
              title={formatTimestamp(at)}
              badge={<Badge tone={RESULTS[result].tone}>{t(RESULTS[result].label)}</Badge>}
              detail={[nameMethod(method), device, ip].join(' · ')}
            />
          ))}
        </Lines>
      )}
      {logins && logins.length > FIRST && !isWhole && (
        <Button kind="quiet" className="self-start" onClick={() => setIsWhole(true)}>
          {t('settings.loginsAll', { count: logins.length })}
        </Button>
      )}
    </Panel>
  )
}
