/** The shape of a page module; the pages are listed in routes.ts and opened by open-page.tsx. */
import type { ComponentType } from 'react'
import type { Site } from '#web/data/site.ts'
import type { FloodColours } from '#web/ui/flood.ts'

/** What `load` receives, on the server and in the browser. */
export type Visit = { site: Site; params: Readonly<Record<string, string | undefined>>; url: URL }

/** What a page file exports. `load` fills the query cache; if it throws, the error screen is shown with that status.
 * `coloursOf` reads from the cache in which colours the whole page is drawn. */
export type PageModule = {
  Page: ComponentType
  load?: (visit: Visit) => Promise<unknown>
  coloursOf?: (visit: Visit) => FloodColours | null | undefined
}
