/** Whether lists are made from what the user likes, plays and zaps. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { getForYou, setForYou } from '#contract/listening/taste.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'

export function TastePart() {
  const { call } = useSite()
  const refresh = useRefresh()
  const { data, error, refetch } = useQuery(callQuery(call, getForYou, {}))
  const switching = useMutation({
    mutationFn: (isOn: boolean) => call(setForYou, { body: { isOn } }),
    onSuccess: () => refresh(getForYou),
  })
  return (
    <Panel title={t('forYou.title')} note={t('forYou.note')}>
      {data === undefined ? (
        <Waiting error={error} onRetry={() => void refetch()} />
      ) : (
        <SwitchField
          label={t('forYou.setting')}
          isOn={switching.isPending ? switching.variables : data.isOn}
          onChange={(isOn) => switching.mutate(isOn)}
        />
      )}
      {switching.isError && <Problem words={describeFailure(switching.error)} />}
    </Panel>
  )
}
