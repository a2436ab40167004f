/** The header of a preview: a note that only the owner sees it so far, and the way back. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ShowIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { formatLocalTime } from '#web/studio/forms/local-time.ts'
import { statusOf } from './status.ts'

export function PreviewHead({
  content,
  backHref,
}: {
  content: { isDraft: boolean; publishedAt: string | null }
  backHref: string
}) {
  const status = statusOf(content)
  const text =
    status === 'draft'
      ? t('studio.previewDraft')
      : status === 'scheduled'
        ? t('studio.previewScheduled', { date: formatLocalTime(content.publishedAt ?? '') })
        : t('studio.previewPublic')
  return (
    <aside
      aria-label={t('studio.preview')}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-bar border border-line bg-highlight px-5 py-3"
    >
      <ShowIcon size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1 basis-52 font-medium">{text}</p>
      <ButtonLink to={backHref} kind="quiet" size="small" className="max-md:min-h-11">
        {t('studio.previewBack')}
      </ButtonLink>
    </aside>
  )
}
