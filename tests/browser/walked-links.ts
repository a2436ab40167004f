/** Links that the walk through all pages opens: a preview of a release, and an invitation to a team. Each returns its token. */
import { createPreviewLink } from '#contract/catalog/previews/preview-links.ts'
import { acceptInvitation, inviteMember } from '#contract/accounts/teams.ts'
import type { TestUser } from '#tests/users.ts'
import type { TestWorld } from '#tests/world.ts'

export async function makePreview(world: TestWorld, mara: TestUser, contentId: string): Promise<string> {
  const expiresAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  const body = { name: 'The Magazine of Slow and Quiet Music', expiresAt, playsMax: 100, hasDownload: true }
  const { url } = await mara.call(createPreviewLink, { params: { contentId }, body })
  return url.split('/').at(-1)!
}

/** Robin is in the team; a second invitation, whose token is returned, is open. */
export async function fillTeam(mara: TestUser, robin: TestUser, makerId: string): Promise<string> {
  const invite = async (role: 'manager' | 'analyst') => {
    const { url } = await mara.call(inviteMember, { params: { makerId }, body: { role } })
    return url.split('/').at(-1)!
  }
  await robin.call(acceptInvitation, { params: { token: await invite('manager') } })
  return invite('analyst')
}
