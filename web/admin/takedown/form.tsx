/** A takedown: a preview of what would be removed, the reason sent to its owners, and the confirmation. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findUsers, listTakedowns, takeDown } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { queryKeyOf, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField, SwitchField } from '#web/ui/controls/field.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ListWaiting } from '#web/admin/admin-frame.tsx'
import { reasonText, REASONS } from '#web/legal/moderation-texts.ts'
import type { Work } from './find-works.ts'
import { ReasonField, useReason } from '#web/admin/reason-dialog.tsx'

type Ground = (typeof REASONS)[number]
type Affected = Wire<typeof takeDown>['affected']
type Props = { works: Work[]; onRemove: (work: Work) => void; onDone: () => void }

export function TakedownForm({ works, onRemove, onDone }: Props) {
  const [choices, setChoices] = useState<Choices>({ ground: 'copyright', hasCopies: true })
  const preview = usePreview(works, choices)
  const taking = useTaking(works, choices, onDone)
  const { field, problem, submit } = useReason(taking)
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="takedown-form"
      className="mt-7 flex max-w-2xl flex-col gap-4 rounded-bar border border-pink bg-highlight px-5 py-5 md:px-7 md:py-6"
    >
      <h2 id="takedown-form" className="text-xl">
        {t('admin.takedownWhat')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {works.map((work) => (
          <li key={work.id} className="inline-flex items-center rounded-pill bg-sunken pl-4 font-semi">
            {work.name}
            <IconButton label={t('admin.leaveOut', { name: work.name })} size="small" onClick={() => onRemove(work)}>
              <CloseIcon size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ChoiceFields works={works} choices={choices} onChange={setChoices} />
      {!preview.data && <ListWaiting error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && <Preview affected={preview.data.affected} />}
      <ReasonField label={t('admin.takedownReason')} hint={t('admin.takedownReasonHint')} {...field} />
      {problem !== undefined && <Problem words={problem} />}
      <Button
        type="submit"
        kind="danger"
        size="large"
        className="self-start"
        isWaiting={taking.isPending}
        disabled={!preview.data}
      >
        {works.length === 1
          ? t('admin.takeOneDown', { name: works[0]!.name })
          : t('admin.takeDown', { count: works.length })}
      </Button>
    </form>
  )
}

type Choices = { ground: Ground; hasCopies: boolean }

type ChoiceProps = { works: Work[]; choices: Choices; onChange: (choices: Choices) => void }

function ChoiceFields({ works, choices, onChange }: ChoiceProps) {
  return (
    <>
      {audioOf(works).length > 0 && (
        <SwitchField
          label={t('admin.copiesToo')}
          hint={t('admin.copiesHint')}
          isOn={choices.hasCopies}
          onChange={(hasCopies) => onChange({ ...choices, hasCopies })}
        />
      )}
      <SelectField
        label={t('report.reason')}
        value={choices.ground}
        onChange={({ target: { value } }) =>
          onChange({ ...choices, ground: REASONS.find((one) => one === value) ?? 'other' })
        }
      >
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonText(one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const bodyOf = (works: Work[], { ground, hasCopies }: Choices) => ({
  ...(hasCopies ? { soundsOf: audioOf(works) } : { contentIds: audioOf(works) }),
  ground,
  artistIds: works.filter(({ type }) => type === 'artist').map(({ id }) => id),
  podcastIds: works.filter(({ type }) => type === 'podcast').map(({ id }) => id),
})

const audioOf = (works: Work[]) =>
  works.filter(({ type }) => type === 'track' || type === 'episode').map(({ id }) => id)

/** A dry run changes nothing, but the endpoint still requires a reason. */
function usePreview(works: Work[], choices: Choices) {
  const { call } = useSite()
  const body = { ...bodyOf(works, choices), reason: 'Preview', dryRun: true }
  return useQuery({
    queryKey: [...queryKeyOf(takeDown), body],
    queryFn: () => withRecentLogin(() => call(takeDown, { body })),
    staleTime: 0,
    retry: false,
  })
}

function useTaking(works: Work[], choices: Choices, onDone: () => void) {
  const { call } = useSite()
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (reason: string) => {
      const body = { ...bodyOf(works, choices), reason }
      return withRecentLogin(() => callOnce(body, (options) => call(takeDown, { body }, options)))
    },
    onSuccess: async () => {
      for (const endpoint of [listTakedowns, findUsers]) await refresh(endpoint)
      onDone()
      showToast(t('admin.takenDown'))
    },
  })
}

function Preview({ affected }: { affected: Affected }) {
  const { audio, albumCount, trackCount, episodeCount, owners, skippedIds } = affected
  return (
    <div className="rounded-field bg-sunken px-4 py-3.5">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Count name={t('admin.albums')} count={albumCount} />
        <Count name={t('admin.tracks')} count={trackCount} />
        <Count name={t('admin.episodes')} count={episodeCount} />
      </dl>
      {audio.length > 0 && (
        <p className="mt-2.5 wrap-anywhere">{audio.map(({ title }) => t('common.quoted', { title })).join(', ')}</p>
      )}
      {owners.length > 0 && (
        <p className="mt-2.5">{t('admin.owners', { names: owners.map(({ name }) => name).join(', ') })}</p>
      )}
      {skippedIds.length > 0 && <p className="mt-2.5 text-ink-2">{t('admin.skipped', { count: skippedIds.length })}</p>}
    </div>
  )
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg font-strong">{count}</dd>
    </div>
  )
}
