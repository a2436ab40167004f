/** All drafts with what each of them lacks, and publishing those that are complete. */
import { useMutation } from '@tanstack/react-query'
import { listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import { type Lack, listDrafts } from '#contract/catalog/bulk/drafts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { isPartialDate } from '#contract/catalog/release-input.ts'
import { describeFailure } from '#web/data/failures.ts'
import { IMAGE_ACCEPT, toSend } from '#web/data/image-files.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { useFirstName } from '#web/studio/publishing/first-name.tsx'
import type { Upload } from '#web/studio/uploads/upload.ts'
import { isActive } from '#web/studio/uploads/uploads.ts'
import { useUploadsOf } from '#web/studio/uploads/window.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import type { Draft } from './plan.ts'
import { PriceForAll } from './price-for-all.tsx'

export function DraftList({ drafts }: { drafts: readonly Draft[] }) {
  const complete = drafts.filter(({ isComplete }) => isComplete)
  const publishing = usePublishing()
  const name = useFirstName()
  if (drafts.length === 0) return <EmptyState sentence={t('drafts.none')} />
  return (
    <section aria-label={t('drafts.title')} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p role="status" className="font-semi">
            {t('drafts.complete', { count: complete.length })}
          </p>
          <p className="text-sm text-ink-2">{t('drafts.publishHint')}</p>
        </div>
        <Button
          isWaiting={publishing.isPending || name.isSaving}
          disabled={complete.length === 0}
          onClick={() => void name.save().then((isNamed) => isNamed && publishing.mutate(complete))}
        >
          {t('drafts.publish', { count: complete.length })}
        </Button>
      </div>
      <PriceForAll drafts={drafts.filter(({ lacks }) => lacks.includes('price'))} />
      {complete.length > 0 && name.field}
      {publishing.error && <Alert className="mb-3">{describeFailure(publishing.error)}</Alert>}
      <ul className="border-t border-line-2">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DraftRow({ draft }: { draft: Draft }) {
  const { id, title, artist, artworkUrl, lacks, isComplete } = draft
  const saving = useSaveDraft(id)
  const uploads = useUploadsOf(id)
  const isSending = uploads.some(isActive)
  const shown = isSending ? lacks.filter((lack) => lack !== 'tracks' && lack !== 'files') : lacks
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 items-center gap-3.5">
        <Cover src={artworkUrl} alt="" seed={id} sizes="56px" className="size-14 shrink-0" />
        <div className="min-w-0">
          <Link
            to={`/studio/albums/${id}`}
            className="-my-2.5 inline-block py-2.5 font-semi wrap-anywhere hover:underline"
          >
            {title}
          </Link>
          <p className="text-sm text-ink-2">{artist}</p>
          <p className="dotted text-sm">
            {isComplete && <span className="font-semi">{t('drafts.isComplete')}</span>}
            {isSending && <span>{describeSending(uploads)}</span>}
            {shown.map((lack) => (
              <span key={lack} className={lack === 'price' ? 'text-ink-2' : 'font-semi text-pink'}>
                {describeLack(lack, draft)}
              </span>
            ))}
          </p>
          {saving.error && <Alert className="mt-2">{describeFailure(saving.error)}</Alert>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        {lacks.includes('cover') && (
          <FileButton
            label={t('drafts.chooseCover')}
            accept={IMAGE_ACCEPT}
            onFile={(file) => saving.mutate({ cover: file })}
          />
        )}
        {lacks.includes('date') && (
          <DateField title={title} onDate={(originalDate) => saving.mutate({ originalDate })} />
        )}
      </div>
    </li>
  )
}

/** Saved when it is left, or with Enter. */
function DateField({ title, onDate }: { title: string; onDate: (date: string) => void }) {
  const save = (typed: string) => {
    if (isPartialDate(typed.trim())) onDate(typed.trim())
  }
  return (
    <Field
      label={t('drafts.dateOf', { title })}
      isLabelHidden
      placeholder={t('studio.originalDate')}
      autoComplete="off"
      className="w-64 max-w-full"
      onBlur={(event) => save(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

function useSaveDraft(albumId: string) {
  const { call, queries } = useSite()
  return useMutation({
    mutationFn: async ({ cover, originalDate }: { cover?: File; originalDate?: string }) => {
      const artwork = cover && ((await toSend(cover)) ?? cover)
      const body = { albumId, ...(artwork && { artwork }), ...(originalDate && { originalDate }) }
      return call(updateAlbum, { body })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(listDrafts) }),
  })
}

/** One after the other, so that an interruption leaves whole albums, published or not. */
function usePublishing() {
  const { call, queries } = useSite()
  return useMutationOnce({
    mutationFn: async (drafts: readonly Draft[]) => {
      for (const { id, originalDate } of drafts) {
        const publishedAt = firstMoment(originalDate!)
        await call(publish, { params: { contentId: id }, body: { contentType: 'album', publishedAt } })
      }
      showToast(t('drafts.published', { count: drafts.length }))
    },
    onSettled: () =>
      Promise.all([listOwnAlbums, listDrafts].map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) }))),
  })
}

/** '1969-09' → 1 September 1969. */
const firstMoment = (partialDate: string): string =>
  `${partialDate}${'-01-01'.slice(partialDate.length - 'YYYY'.length)}T00:00:00.000Z`

const describeSending = (uploads: readonly Upload[]): string =>
  t('drafts.sending', {
    sent: uploads.filter(({ state }) => state === 'sent').length,
    count: uploads.filter(({ state }) => state !== 'cancelled').length,
  })

function describeLack(lack: Lack, { tracks }: Draft): string {
  switch (lack) {
    case 'tracks':
      return t('drafts.lackTracks')
    case 'files':
      return t('drafts.lackFiles', {
        ready: tracks.filter(({ state }) => state === 'ready').length,
        count: tracks.length,
      })
    case 'failed':
      return t('drafts.lackFailed')
    case 'cover':
      return t('drafts.lackCover')
    case 'date':
      return t('drafts.lackDate')
    case 'disc':
      return t('drafts.lackDisc')
    case 'duplicate':
      return t('drafts.lackDuplicate')
    case 'price':
      return t('drafts.lackPrice')
  }
}
