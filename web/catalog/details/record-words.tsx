/** What there is to know about a record: the artist's words, the first sentences large, the liner notes, who made it, and who
 * supported it. */
import type { getAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { isPublic } from '#web/content/badges.tsx'
import { BuyersWall } from '#web/purchase/buyers-wall.tsx'
import { allCredits } from './credits.tsx'
import { LinerNotes } from './liner-notes.tsx'
import { partSentences } from './sentences.ts'
import { SupportersWall } from './supporters-wall.tsx'

const LEAD_SENTENCES = 2
const LEAD_CHARACTERS = 160

export function RecordWords({ album }: { album: Wire<typeof getAlbum> }) {
  const { lead, rest } = partSentences(album.description ?? '', LEAD_SENTENCES, LEAD_CHARACTERS)
  return (
    <>
      {lead + rest !== '' && (
        <section className="mt-(--band)">
          {lead !== '' && <p className="max-w-[26ch] title-1">{lead}</p>}
          {rest !== '' && <p className="mt-6 max-w-[62ch] text-lg whitespace-pre-line">{rest}</p>}
        </section>
      )}
      <LinerNotes albumId={album.id} credits={allCredits(album)} />
      {isPublic(album) && (
        <>
          <SupportersWall contentId={album.id} />
          <BuyersWall contentId={album.id} />
        </>
      )}
    </>
  )
}
