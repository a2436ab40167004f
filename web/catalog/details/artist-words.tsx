/** An artist's biography, whose beginning is as large as a title, and facts about them next to it. */
import type { getArtistByUrl } from '#contract/catalog/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { FollowerCount } from '#web/likes/follow-button.tsx'
import { FollowLater } from '#web/likes/follow-later.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatDate } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { externalLinks } from './external-addresses.ts'
import { partSentences } from './sentences.ts'
import { whenNear } from '#web/ui/when-near.tsx'

const ArtistFacts = whenNear(async () => (await import('./artist-facts.tsx')).ArtistFacts)
const ExternalLinks = whenNear(async () => (await import('./external-links.tsx')).ExternalLinks)

type Artist = Wire<typeof getArtistByUrl>

const LEAD_SENTENCES = 2
const LEAD_CHARACTERS = 220

/** `beside`: next to the cover, in a narrower column. `below`: below a banner; the lead has the banner's second ink. */
export function ArtistWords({ artist, place }: { artist: Artist; place: 'beside' | 'below' }) {
  const { lead, rest } = partSentences(artist.bio ?? '', LEAD_SENTENCES, LEAD_CHARACTERS)
  const isBelow = place === 'below'
  const hasFacts = Boolean(artist.location) || artist.genres.length + artist.members.length > 0
  return (
    <div
      className={classNames(
        'grid gap-y-8',
        isBelow
          ? 'mt-(--band) gap-x-[clamp(2rem,6vw,7rem)] md:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]'
          : 'mt-[clamp(1.5rem,3vw,3.5rem)]',
      )}
    >
      <div className="min-w-0 empty:hidden">
        {lead !== '' && (
          <p className={isBelow ? 'title-1 max-w-[24ch] text-(--two)' : 'title-2 max-w-[34ch] text-pretty'}>{lead}</p>
        )}
        {rest !== '' && (
          <p className="mt-6 max-w-[52ch] text-lg leading-[1.5] whitespace-pre-line first:mt-0">{rest}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-y-6">
        <dl className={classNames('flex flex-wrap gap-x-12 gap-y-6', isBelow && 'md:flex-col')}>
          {artist.msatTotal > 0 && (
            <div>
              <dt className="text-sm">{t('imagery.received')}</dt>
              <dd className="numeral text-3xl">{t('catalog.sats', { sats: formatSats(artist.msatTotal) })}</dd>
            </div>
          )}
          <div>
            <dt className="text-sm">{t('imagery.since')}</dt>
            <dd className="font-semi">{formatDate(artist.createdAt)}</dd>
            <dd className="empty:hidden">
              <FollowerCount contentId={artist.id} />
            </dd>
          </div>
          {(externalLinks(artist).length > 0 || artist.npub !== null) && (
            <div>
              <dt className="text-sm">{t('imagery.elsewhere')}</dt>
              <dd>
                <ExternalLinks links={artist} />
                {artist.npub !== null && <FollowLater whom={{ key: artist.npub }} name={artist.name} size="small" />}
              </dd>
            </div>
          )}
        </dl>
        {hasFacts && <ArtistFacts facts={artist} />}
      </div>
    </div>
  )
}
