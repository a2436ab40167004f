/** Whether the user gets the weekly letter, and a button for the other. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getLetter, setLetter } from '#contract/listening/letters.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { ownTimeZone } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'

export function Letter() {
  const { call } = useSite()
  const queries = useQueryClient()
  const letter = useQuery(callQuery(call, getLetter, {}))
  const changing = useMutation({
    mutationFn: (isOn: boolean) => call(setLetter, { body: { isOn, timeZone: ownTimeZone() } }),
    onSuccess: (state) => queries.setQueryData(queryKeyOf(getLetter, {}), state),
  })
  return (
    <Part title={t('analytics.letter')} lead={t('analytics.letterLead')}>
      <Loaded query={letter} height="h-11">
        {({ isOn }) => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p role="status">{isOn ? t('analytics.letterOn') : t('analytics.letterOff')}</p>
            <Button kind="quiet" isWaiting={changing.isPending} onClick={() => changing.mutate(!isOn)}>
              {isOn ? t('analytics.letterStop') : t('analytics.letterStart')}
            </Button>
          </div>
        )}
      </Loaded>
      {changing.isError && <Problem words={describeFailure(changing.error)} />}
    </Part>
  )
}
