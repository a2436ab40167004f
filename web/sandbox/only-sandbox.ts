/** Pages of this room exist with the sandbox backend only; elsewhere there is nothing at their addresses. */
import { data } from 'react-router'
import type { Visit } from '../router.tsx'

export async function refuseOutsideSandbox({ site }: Visit): Promise<void> {
  if (!site.settings.isSandbox) throw data({ code: 'not-found' }, { status: 404 })
}
