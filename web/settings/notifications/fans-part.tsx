/** Whether artists see that the user follows them, and the artists whose messages the user has ended. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getFanChoices, updateFanChoices, updateFanStop } from '#contract/community/fans.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type Choices = Wire<typeof getFanChoices>

export function FansPart() {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ ...callQuery(call, getFanChoices, {}), staleTime: 0 })
  const saving = useMutation({
    mutationFn: (change: { isNamed: boolean } | { makerId: string }) =>
      'isNamed' in change
        ? call(updateFanChoices, { body: change })
        : call(updateFanStop, { params: change, body: { isStopped: false } }),
    onSuccess: (choices) => queries.setQueryData<Choices>(queryKeyOf(getFanChoices, {}), choices),
  })
  return (
    <Panel title={t('settings.fans')} note={t('settings.fansNote')}>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && (
        <SwitchField
          label={t('settings.fansNamed')}
          hint={t('settings.fansNamedHint')}
          isOn={data.isNamed}
          isDisabled={saving.isPending}
          onChange={(isNamed) => saving.mutate({ isNamed })}
        />
      )}
      {data && data.stopped.length > 0 && (
        <div>
          <h4 className="mb-2 font-text text-sm font-semi tracking-normal text-ink-2">{t('settings.fansStopped')}</h4>
          <Lines label={t('settings.fansStopped')}>
            {data.stopped.map(({ makerId, type, name }) => (
              <Line
                key={makerId}
                title={
                  <Link to={`/${type}/${makerId}`} className="hover:underline">
                    {name}
                  </Link>
                }
                action={
                  <Button
                    kind="quiet"
                    aria-label={t('settings.fansAllowName', { name })}
                    disabled={saving.isPending}
                    onClick={() => saving.mutate({ makerId })}
                  >
                    {t('settings.fansAllow')}
                  </Button>
                }
              />
            ))}
          </Lines>
        </div>
      )}
      {saving.isError && <Problem words={describeFailure(saving.error)} />}
    </Panel>
  )
}
