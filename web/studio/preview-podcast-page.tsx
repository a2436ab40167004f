/** A preview of a podcast as listeners will see it, for its owner only, before it is published. */
import { getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { Page as PublicPage } from '../catalog/podcast-page.tsx'
import { callQuery } from '../queries.ts'
import { useSite } from '../site.ts'
import { useParam } from './content-frame.tsx'
import { OwnContent } from './own-content.tsx'
import { PreviewHead } from './preview-head.tsx'

export function Page() {
  const { call } = useSite()
  const podcastUrl = useParam('podcastUrl')
  return (
    <OwnContent
      query={callQuery(call, getPodcastByUrl, { params: { podcastUrl } })}
      ownerOf={(podcast) => podcast.userId}
    >
      {(podcast) => (
        <>
          <PreviewHead content={podcast} backHref={`/studio/podcasts/${podcast.id}`} />
          <PublicPage isPreview />
        </>
      )}
    </OwnContent>
  )
}
