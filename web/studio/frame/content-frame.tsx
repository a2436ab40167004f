/** The studio page of one album or podcast: its header, its tracks or episodes, its splits, publishing.
 * Albums and podcasts differ in their data source only. */
import { useParams } from '#web/navigation/navigation.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EditIcon, ShareIcon, ShowIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { SaleLine } from '#web/studio/downloads/sale-line.tsx'
import { NostrBox } from '#web/studio/nostr/box.tsx'
import type { NostrContent } from '#web/studio/nostr/content.ts'
import { FeedBox } from '#web/studio/publishing/feed-box.tsx'
import { PublishBox, useStatus } from '#web/studio/publishing/publish-box.tsx'
import type { Publishable } from '#web/studio/publishing/publish-dialog.tsx'
import { useMay } from '#web/studio/content/role.ts'
import { AudioPart } from '#web/studio/audio/part.tsx'
import { SplitBox } from '#web/studio/splits/part.tsx'

export type Content = Publishable & {
  artworkUrl: string | null
  byline: string
  description: string | null
  previewPath: string
}

export function ContentFrame({ content, nostr }: { content: Content; nostr: NostrContent }) {
  const { parent, title, byline, description, artworkUrl, previewPath } = content
  const status = useStatus(content)
  const editHref = `/studio/edit/${parent.kind}/${parent.id}`
  const of = { contentId: parent.id, contentType: parent.kind }
  const [seesMoney, publishes, seesTeam] = [useMay('money'), useMay('publish'), useMay('team')]
  return (
    <>
      <header className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-4 md:gap-x-6">
        <Cover src={artworkUrl} alt="" seed={parent.id} sizes="144px" isEager className="size-24 shrink-0 md:size-36" />
        <div className="min-w-0 flex-1">
          <h1 className="title-great line-clamp-3">{title}</h1>
          <p className="mt-1.5 font-semi">{byline}</p>
          {description && <p className="mt-1 line-clamp-2 max-w-[64ch] text-ink-2 max-md:hidden">{description}</p>}
        </div>
        <div className="flex flex-wrap gap-2.5 max-lg:w-full">
          <ButtonLink
            to={editHref}
            kind="quiet"
            icon={<EditIcon size={17} aria-hidden="true" />}
            className="max-lg:flex-1"
          >
            {t('studio.edit')}
          </ButtonLink>
          <ButtonLink
            to={previewPath}
            kind="quiet"
            icon={<ShowIcon size={17} aria-hidden="true" />}
            className="max-lg:flex-1"
          >
            {t('studio.preview')}
          </ButtonLink>
          {parent.kind === 'album' && (
            <ButtonLink
              to={`${editHref}?part=previews`}
              kind="quiet"
              icon={<ShareIcon size={17} aria-hidden="true" />}
              className="max-lg:flex-1"
            >
              {t('records.previewsPart')}
            </ButtonLink>
          )}
          {parent.kind === 'podcast' && seesTeam && (
            <ButtonLink to={`/studio/team/${parent.id}`} kind="quiet" className="max-lg:flex-1">
              {t('team.title')}
            </ButtonLink>
          )}
        </div>
      </header>
      <Settled>
        {parent.kind === 'album' && seesMoney && (
          <SaleLine contentId={parent.id} editHref={`${editHref}?part=downloads`} />
        )}
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 @min-[60rem]:grid-cols-[minmax(0,1fr)_392px]">
            <AudioPart parent={parent} status={status} />
            <div className="flex min-w-0 flex-col gap-5">
              {seesMoney && <SplitBox of={of} artist={parent.artistName} />}
              {publishes && <PublishBox item={content} />}
              <FeedBox item={content} />
              {seesMoney && <NostrBox content={nostr} />}
            </div>
          </div>
        </div>
      </Settled>
    </>
  )
}

export function useParam(name: string): string {
  return useParams()[name] ?? ''
}
