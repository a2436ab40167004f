/** Binds the pages, the manifest of the installed app and the files of docs/. */
import type { FastifyInstance } from 'fastify'
import type { VisitorRead } from '#contract/endpoint.ts'
import { writeWebManifest } from '#web/offline/web-manifest.ts'
import { createPages, pagesRoutes } from './pages.ts'
import { installedAppRoutes } from './pages/installed-app.ts'
import { repositoryDocsRoutes } from './pages/repository-docs.ts'
import { describeSettings } from './settings.ts'
import type { World } from './world.ts'

/** Pages from the build, pages through Vite, or no pages (tests of /v1 need none). */
export type PageMode = 'built' | 'development' | 'none'

/** Only in processes that have the role `web`. */
export async function bindPages(
  http: FastifyInstance,
  world: World,
  mode: PageMode,
  readApi: VisitorRead,
): Promise<void> {
  const { config, log } = world
  if (mode === 'none' || !config.roles.includes('web')) return
  const settings = describeSettings(installationOf(world))
  repositoryDocsRoutes(http)
  await installedAppRoutes(http, { mode, manifest: (language) => writeWebManifest(config.brandName, language) })
  pagesRoutes(http, await createPages({ mode, readApi, settings, log, server: http.server }))
}

export function installationOf({ config, sandbox, payments }: World) {
  return { config, isSandbox: sandbox !== null, nodePubkey: payments.nodePubkey }
}
