/** Push messages: on or off for this browser, and the list of other subscribed browsers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listPushSubscriptions, removePushSubscription } from '#contract/community/notifications.ts'
import { ApiError } from '#web/data/api.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { DeviceIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { formatDay } from '#web/settings/moments.ts'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { deleteOwnSubscription, readOwnHash, readPushAbility, turnPushOn } from './push-device.ts'

const OWN_KEY = ['own push subscription']

export function PushPart() {
  const { call } = useSite()
  const { data: devices, error, refetch } = useQuery({ ...callQuery(call, listPushSubscriptions, {}), staleTime: 0 })
  const { data: ownHash = null } = useQuery({ queryKey: OWN_KEY, queryFn: readOwnHash, staleTime: 0 })
  const own = devices?.find(({ endpointHash }) => endpointHash === ownHash)
  const others = devices?.filter((one) => one !== own) ?? []
  const refresh = useRefresh()
  const removing = useMutation({
    mutationFn: (subscriptionId: string) => call(removePushSubscription, { params: { subscriptionId } }),
    onSuccess: refresh,
  })
  return (
    <Panel title={t('settings.push')} note={t('settings.pushNote')}>
      {!devices && <Waiting error={error} onRetry={() => void refetch()} />}
      {devices && <ThisDevice ownId={own?.subscriptionId} />}
      {others.length > 0 && (
        <div>
          <h4 className="mb-2 font-text text-sm font-semi tracking-normal text-ink-2">{t('settings.pushOthers')}</h4>
          <Lines label={t('settings.pushOthers')}>
            {others.map(({ subscriptionId, userAgent, createdAt }) => (
              <Line
                key={subscriptionId}
                icon={<DeviceIcon size={20} aria-hidden="true" />}
                title={userAgent}
                detail={t('settings.since', { day: formatDay(createdAt) })}
                action={
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('settings.removeWhat', { what: userAgent })}
                    isWaiting={removing.isPending && removing.variables === subscriptionId}
                    onClick={() => removing.mutate(subscriptionId)}
                  >
                    {t('settings.remove')}
                  </Button>
                }
              />
            ))}
          </Lines>
        </div>
      )}
      {removing.isError && <Problem words={describeFailure(removing.error)} />}
    </Panel>
  )
}

function ThisDevice({ ownId }: { ownId: string | undefined }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const turning = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) return turnPushOn(call)
      if (ownId !== undefined) await call(removePushSubscription, { params: { subscriptionId: ownId } })
      await deleteOwnSubscription()
      return false
    },
    onSuccess: async (isOn) => {
      await refresh()
      if (isOn) showToast(t('settings.pushIsOn'))
    },
  })
  const ability = readPushAbility()
  if (ability === 'impossible') return <p className="text-ink-2">{t('settings.pushImpossible')}</p>
  const isRefused = turning.isSuccess && turning.variables && !turning.data
  return (
    <>
      <SwitchField
        label={t('settings.pushHere')}
        hint={t(ability === 'blocked' ? 'settings.pushBlocked' : 'settings.pushHereHint')}
        isOn={turning.isPending ? turning.variables : ownId !== undefined}
        isDisabled={turning.isPending || ability === 'blocked'}
        onChange={(isOn) => turning.mutate(isOn)}
      />
      {isRefused && ability !== 'blocked' && <Problem words={t('settings.pushRefused')} />}
      {turning.isError && <Problem words={describePush(turning.error)} />}
    </>
  )
}

/** Push services give no reason for a failure, so the message is generic. */
const describePush = (error: unknown): string =>
  error instanceof ApiError ? describeFailure(error) : t('settings.pushFailed')

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: OWN_KEY })
    await queries.invalidateQueries({ queryKey: queryKeyOf(listPushSubscriptions) })
  }
}
