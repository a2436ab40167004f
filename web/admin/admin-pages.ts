/** The pages for operators, in the order of their tabs. Each is shown to the roles that may make its main call. */
import { type Endpoint, isForRole } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/roles.ts'
import * as admin from '#contract/operator/admin.ts'
import { getRecovery } from '#contract/operator/admin-money.ts'
import { getPromoReview } from '#contract/operator/admin-promos.ts'
import { getHealth } from '#contract/operator/health.ts'
import { getPurse } from '#contract/operator/purse.ts'
import { listCases } from '#contract/operator/moderation.ts'
import { listOperators } from '#contract/operator/roles.ts'
import { setMoodLists } from '#contract/listening/moods.ts'
import type { TranslationKey } from '#web/words/words.ts'

export type AdminPage = {
  href: string
  label: TranslationKey
  note?: TranslationKey
  /** Undefined: for all operators. */
  call?: Pick<Endpoint, 'access'>
}

const adminPages: readonly AdminPage[] = [
  { href: '/admin', label: 'admin.overview' },
  { href: '/admin/reports', label: 'admin.reports', note: 'admin.reportsNote', call: listCases },
  { href: '/admin/takedown', label: 'admin.takedown', note: 'admin.takedownNote', call: admin.listTakedowns },
  { href: '/admin/people', label: 'admin.people', note: 'admin.peopleNote', call: admin.findUsers },
  { href: '/admin/nostr-keys', label: 'admin.keys', note: 'admin.keysNote', call: admin.listServerBlocks },
  { href: '/admin/moods', label: 'moodLists.title', note: 'moodLists.note', call: setMoodLists },
  {
    href: '/admin/announcements',
    label: 'admin.announcements',
    note: 'admin.announcementsNote',
    call: admin.createAnnouncement,
  },
  { href: '/admin/money', label: 'admin.money', note: 'admin.moneyNote', call: admin.getMoney },
  { href: '/admin/recovery', label: 'recovery.tab', note: 'recovery.note', call: getRecovery },
  { href: '/admin/purse', label: 'purse.tab', note: 'purse.note', call: getPurse },
  { href: '/admin/promos', label: 'studio.promos', note: 'promos.adminNote', call: getPromoReview },
  { href: '/admin/health', label: 'health.title', note: 'health.note', call: getHealth },
  { href: '/admin/actions', label: 'admin.actions', note: 'admin.actionsNote', call: admin.listAdminActions },
  { href: '/admin/roles', label: 'admin.roles', note: 'admin.rolesNote', call: listOperators },
]

export function pagesFor(role: OperatorRole): readonly AdminPage[] {
  return adminPages.filter(({ call }) => call === undefined || isForRole(call, role))
}
