/** Which kinds of notifications are shown and which are e-mailed. Security notifications cannot be switched off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getNotificationPreferences, updateNotificationKind } from '#contract/community/notifications.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'

type Preferences = Wire<typeof getNotificationPreferences>
type KindRow = Preferences['kinds'][number]
type Change = { kind: KindRow['kind']; isShown?: boolean; isMailed?: boolean }

const NAMES: Readonly<Record<KindRow['kind'], TranslationKey>> = {
  'zap-received': 'settings.kindZap',
  'address-received': 'settings.kindAddress',
  deposit: 'settings.kindDeposit',
  comment: 'settings.kindComment',
  reply: 'settings.kindReply',
  release: 'settings.kindRelease',
  'genre-news': 'settings.kindGenre',
  'new-split': 'settings.kindSplit',
  'split-taken': 'settings.kindSplitTaken',
  'split-accepted': 'settings.kindSplitAccepted',
  'split-declined': 'settings.kindSplitDeclined',
  follower: 'settings.kindFollower',
  'ticket-sold': 'settings.kindTicketSold',
  named: 'settings.kindNamed',
  gift: 'settings.kindGift',
  'fan-message': 'settings.kindFanMessage',
  'event-reminder': 'settings.kindEventReminder',
  thanks: 'settings.kindThanks',
  announcement: 'settings.kindAnnouncement',
}

export function KindsPart() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery(callQuery(call, getNotificationPreferences, {}))
  const saving = useSaving()
  return (
    <Panel title={t('settings.kinds')} note={t('settings.kindsNote')}>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && <KindTable kinds={data.kinds} onChange={saving.mutate} />}
      {data?.emailDigest === 'off' && <p className="text-sm text-ink-2">{t('settings.kindsMailsOff')}</p>}
      <p className="text-sm text-ink-2">{t('settings.kindsFixed')}</p>
      {saving.isError && <Problem words={describeFailure(saving.error)} />}
    </Panel>
  )
}

/** Shown immediately, saved one after the other, and refetched when saving fails. */
function useSaving() {
  const { call } = useSite()
  const queries = useQueryClient()
  const queryKey = queryKeyOf(getNotificationPreferences, {})
  return useMutation({
    scope: { id: 'notification-kinds' },
    mutationFn: ({ kind, ...body }: Change) => call(updateNotificationKind, { params: { kind }, body }),
    onMutate: (change) =>
      queries.setQueryData<Preferences>(
        queryKey,
        (known) =>
          known && {
            ...known,
            kinds: known.kinds.map((row) => (row.kind === change.kind ? { ...row, ...change } : row)),
          },
      ),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
}

function KindTable({ kinds, onChange }: { kinds: readonly KindRow[]; onChange: (change: Change) => void }) {
  return (
    <table className="w-full table-fixed text-left wrap-anywhere">
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="pb-2 font-semi">
            {t('settings.kind')}
          </th>
          <th scope="col" className="w-[24%] pb-2 text-center font-semi">
            {t('settings.kindShown')}
          </th>
          <th scope="col" className="w-[24%] pb-2 text-center font-semi">
            {t('settings.kindMailed')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {kinds.map(({ kind, isShown, isMailed }) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pr-3 font-medium">
              {t(NAMES[kind])}
            </th>
            <Tick
              label={`${t(NAMES[kind])}: ${t('settings.kindShown')}`}
              isOn={isShown}
              onChange={(isOn) => onChange({ kind, isShown: isOn })}
            />
            {isMailed === null ? (
              <td className="text-center text-ink-3">–</td>
            ) : (
              <Tick
                label={`${t(NAMES[kind])}: ${t('settings.kindMailed')}`}
                isOn={isMailed}
                onChange={(isOn) => onChange({ kind, isMailed: isOn })}
              />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Tick({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <td className="p-0 text-center">
      <label className="flex min-h-11 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 accent-purple"
        />
      </label>
    </td>
  )
}
