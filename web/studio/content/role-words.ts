/** The names of roles in a team, and what each may do. */
import type { Role } from '#contract/team-roles.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

const NAMES: Readonly<Record<Role, TranslationKey>> = {
  owner: 'team.as.owner',
  manager: 'team.as.manager',
  editor: 'team.as.editor',
  analyst: 'team.as.analyst',
  door: 'team.as.door',
}
const ABILITIES: Readonly<Record<Role, TranslationKey>> = {
  owner: 'team.can.owner',
  manager: 'team.can.manager',
  editor: 'team.can.editor',
  analyst: 'team.can.analyst',
  door: 'team.can.door',
}

export const nameRole = (role: Role): string => t(NAMES[role])
export const describeRole = (role: Role): string => t(ABILITIES[role])
