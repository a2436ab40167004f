/** What stands at the end of the pages of artists and releases: a single recipient, what was received, and reporting. */
import { Facts, Received, RecipientShares } from '#web/content/facts.tsx'
import { ReportButton } from '#web/content/report-button.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export function ArtistFacts({ artistId, name }: { artistId: string; name: string }) {
  return (
    <Facts>
      <RecipientShares contentId={artistId} />
      <ReportButton contentId={artistId} title={name} />
    </Facts>
  )
}

type Album = { id: string; title: string; isDraft: boolean; msatTotal: number; publishedAt: string | null }

export function AlbumFacts({ album: { id, title, isDraft, msatTotal, publishedAt } }: { album: Album }) {
  return (
    <Facts>
      <RecipientShares contentId={id} isEnabled={!isDraft} />
      {!isDraft && <Received amountMsat={msatTotal} />}
      {publishedAt !== null && (
        <p className="text-sm text-ink-2">{t('catalog.released', { date: formatDate(publishedAt) })}</p>
      )}
      {!isDraft && <ReportButton contentId={id} title={title} />}
    </Facts>
  )
}
