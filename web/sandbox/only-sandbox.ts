/** Pages of this module exist with the sandbox backend only; otherwise they are not found. */
import { PageRefusal } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'

export async function requireSandbox({ site }: Visit): Promise<void> {
  if (!site.settings.isSandbox) throw new PageRefusal(404)
}
