/** What the roles of operators are called. */
import type { OperatorRole } from '#contract/roles.ts'
import { t } from '#web/words/words.ts'

const names = {
  moderator: 'admin.roleModerator',
  support: 'admin.roleSupport',
  treasurer: 'admin.roleTreasurer',
  owner: 'admin.roleOwner',
} as const

export const roleName = (role: OperatorRole): string => t(names[role])
