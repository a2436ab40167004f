/** How often the digest of zaps, comments and new releases is e-mailed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getNotificationPreferences, updateNotificationPreferences } from '#contract/community/notifications.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { Choice } from '#web/settings/choice.tsx'
import { Panel, Waiting } from '#web/settings/panel.tsx'

type Preferences = Wire<typeof getNotificationPreferences>
type Digest = Preferences['emailDigest']

const DIGESTS: { value: Digest; label: TranslationKey }[] = [
  { value: 'off', label: 'settings.digestOff' },
  { value: 'daily', label: 'settings.digestDaily' },
  { value: 'weekly', label: 'settings.digestWeekly' },
]

export function DigestPart() {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(callQuery(call, getNotificationPreferences, {}))
  const saving = useMutation({
    mutationFn: (emailDigest: Digest) => call(updateNotificationPreferences, { body: { emailDigest } }),
    onSuccess: (preferences) => {
      queries.setQueryData<Preferences>(queryKeyOf(getNotificationPreferences, {}), preferences)
      showToast(t('settings.digestSaved'))
    },
  })
  const selected = saving.isPending ? saving.variables : data?.emailDigest
  return (
    <Panel title={t('settings.digest')} note={t('settings.digestNote')}>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && selected !== undefined && (
        <Choice
          label={t('settings.digest')}
          options={DIGESTS.map(({ value, label }) => ({ value, name: t(label) }))}
          selected={selected}
          onChoose={(digest) => saving.mutate(digest)}
        />
      )}
      {data && (
        <p className="text-sm text-ink-2">
          {data.email === null ? t('settings.digestNoAddress') : t('settings.digestGoesTo', { email: data.email })}
        </p>
      )}
      {saving.isError && <Problem words={describeFailure(saving.error)} />}
    </Panel>
  )
}
