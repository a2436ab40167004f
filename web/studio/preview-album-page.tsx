/** A preview of a release as listeners will see it, for its owner only, before it is published. */
import { getAlbum } from '#contract/catalog/albums.ts'
import { Page as PublicPage } from '../catalog/album-page.tsx'
import { callQuery } from '../queries.ts'
import { useSite } from '../site.ts'
import { useParam } from './content-frame.tsx'
import { OwnContent } from './own-content.tsx'
import { PreviewHead } from './preview-head.tsx'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  return (
    <OwnContent query={callQuery(call, getAlbum, { params: { albumId } })} ownerOf={(album) => album.artist.userId}>
      {(album) => (
        <>
          <PreviewHead content={album} backHref={`/studio/albums/${album.id}`} />
          <PublicPage isPreview />
        </>
      )}
    </OwnContent>
  )
}
