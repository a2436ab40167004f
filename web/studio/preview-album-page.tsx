/** A preview of a release as listeners will see it, for its owner only, before it is published. */
import { getAlbum } from '#contract/catalog/albums.ts'
import { Page as PublicPage } from '#web/catalog/album-page.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useParam } from './frame/content-frame.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { PreviewHead } from './publishing/preview-head.tsx'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  return (
    <OwnContent query={callQuery(call, getAlbum, { params: { albumId } })} makerOf={(album) => album.artistId}>
      {(album) => (
        <>
          <PreviewHead content={album} backHref={`/studio/albums/${album.id}`} />
          <PublicPage isPreview />
        </>
      )}
    </OwnContent>
  )
}
