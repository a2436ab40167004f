/** A preview of a podcast as listeners will see it, for its owner only, before it is published. */
import { getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { Page as PublicPage } from '#web/catalog/podcast-page.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useParam } from './frame/content-frame.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { PreviewHead } from './publishing/preview-head.tsx'

export function Page() {
  const { call } = useSite()
  const podcastUrl = useParam('podcastUrl')
  return (
    <OwnContent query={callQuery(call, getPodcastByUrl, { params: { podcastUrl } })} makerOf={(podcast) => podcast.id}>
      {(podcast) => (
        <>
          <PreviewHead content={podcast} backHref={`/studio/podcasts/${podcast.id}`} />
          <PublicPage isPreview />
        </>
      )}
    </OwnContent>
  )
}
