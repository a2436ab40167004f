/** The folders that were found: which artist each belongs to, and what will happen to it. */
import type { Own } from '#web/studio/content/own.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { describeKind } from '#web/catalog/details/release-facts.ts'
import { named } from '#web/studio/release/guess.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { useMakeDrafts } from './make-drafts.ts'
import type { AlbumPlan } from './plan.ts'
import { usePlanned } from './planned.ts'

export function PlanList({ plans, own }: { plans: readonly AlbumPlan[]; own: Own }) {
  const making = useMakeDrafts()
  const names = [...new Set(plans.map(({ fields }) => fields.artistName))].filter((name) => name !== '')
  const newNames = names.filter((name) => named(own.artists, name) === undefined)
  const included = plans.filter(({ isIncluded }) => isIncluded)
  const isReading = plans.some((plan) => plan.isReading)
  const forget = () => {
    for (const { folder, uploads } of plans) {
      for (const { key } of uploads) uploadActions.remove(key)
      usePlanned.getState().drop(folder.parentId)
    }
  }
  return (
    <section aria-labelledby="found" className="mt-8">
      <h2 id="found" className="mb-2 text-xl">
        {t('drafts.found', { count: plans.length })}
      </h2>
      <ul className="border-t border-line-2">
        {plans.map((plan) => (
          <PlanRow key={plan.folder.parentId} plan={plan} own={own} newNames={newNames} />
        ))}
      </ul>
      {making.data?.map((failure) => (
        <Alert key={failure} className="mt-4">
          {failure}
        </Alert>
      ))}
      <div className="mt-5 flex flex-wrap items-center gap-2.5">
        <Button
          size="large"
          isWaiting={making.isPending || isReading}
          disabled={included.length === 0}
          onClick={() => making.mutate(included)}
        >
          {t('drafts.make', { count: included.length })}
        </Button>
        <Button kind="quiet" size="large" disabled={making.isPending || isReading} onClick={forget}>
          {t('drafts.forget')}
        </Button>
      </div>
    </section>
  )
}

function PlanRow({ plan, own, newNames }: { plan: AlbumPlan; own: Own; newNames: readonly string[] }) {
  const change = usePlanned((planned) => planned.change)
  const { folder, fields, draft, isReading, isTooLong } = plan
  const title = fields.title || t('drafts.titleMissing')
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,320px)]">
      <label className="grid size-11 place-items-center">
        <input
          type="checkbox"
          checked={plan.isIncluded}
          aria-label={t('drafts.include', { title })}
          onChange={(event) => change(folder.parentId, { isIncluded: event.target.checked })}
          className="size-4.5 accent-purple"
        />
      </label>
      <div className="min-w-0">
        <p className="font-semi wrap-anywhere">{title}</p>
        <p className="dotted text-sm text-ink-2">
          {notesOf(plan).map((note) => (
            <span key={note}>{note}</span>
          ))}
        </p>
      </div>
      {draft === null && !isReading && !isTooLong && (
        <SelectField
          label={t('drafts.artistOf', { title })}
          isLabelHidden
          className="max-md:col-span-2"
          value={fields.artistName}
          onChange={(event) => change(folder.parentId, { artist: event.target.value })}
        >
          {fields.artistName === '' && <option value="">{t('studio.artistMissing')}</option>}
          {own.artists.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
          {newNames.map((name) => (
            <option key={`new ${name}`} value={name}>
              {t('drafts.newArtist', { name })}
            </option>
          ))}
        </SelectField>
      )}
    </li>
  )
}

function notesOf({ uploads, fields, isCompilation, isDuplicate, isTooLong, draft, ...plan }: AlbumPlan): string[] {
  const { count } = plan.folder
  const tooMany = isTooLong ? [t('drafts.tooMany', { max: ALBUM_TRACKS_MAX })] : []
  if (plan.isReading) {
    const read = uploads.filter(({ tags }) => tags !== null).length
    return [t('drafts.reading', { read, count }), ...tooMany]
  }
  return [
    t('drafts.files', { count }),
    fields.originalDate,
    isCompilation ? describeKind('compilation') : '',
    draft === null ? '' : t('drafts.continues', { count: plan.resumed.length + plan.added.length }),
    ...tooMany,
    isDuplicate ? t('drafts.duplicate') : '',
  ].filter((note) => note !== '')
}
