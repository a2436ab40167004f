/** Built for bench/page-render.ts only: the page as our server renders it, and React's renderToString of the same tree. */
import { renderToString } from 'react-dom/server'
import { createVisitorCall } from '#web/data/api.ts'
import { App } from '#web/app.tsx'
import { createQueries } from '#web/data/queries.ts'
import { StillPage } from '#web/navigation/navigation.tsx'
import { createShown, readAddress } from '#web/navigation/router.ts'
import { everyPage, openPage } from '#web/open-page.tsx'
import type { RenderOptions } from '#web/entry-server.tsx'
import type { Site } from '#web/data/site.ts'

export { render } from '#web/entry-server.tsx'

/** Loads everything the page needs, once. The returned functions only render the same tree, at each call. */
export async function prepareTree(path: string, { readApi, settings }: RenderOptions): Promise<() => string> {
  const site: Site = { call: createVisitorCall(readApi), queries: createQueries(), settings }
  const place = readAddress(path, '', '')
  const shown = createShown(place, await openPage(place, { site }))
  return () =>
    renderToString(
      <App site={site}>
        <StillPage prefix="" shown={shown}>
          {everyPage}
        </StillPage>
      </App>,
    )
}
