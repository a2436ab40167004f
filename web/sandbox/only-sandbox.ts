/** Pages of this room exist with the sandbox backend only; elsewhere there is nothing at their addresses. */
import { PageRefusal } from '../navigation/router.ts'
import type { Visit } from '../router.tsx'

export async function refuseOutsideSandbox({ site }: Visit): Promise<void> {
  if (!site.settings.isSandbox) throw new PageRefusal(404)
}
