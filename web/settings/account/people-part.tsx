/** The users the current user has muted, and those blocked from their content. */
import { KeptAway } from '#web/comments/kept-away.tsx'
import { KeptAwayKeys } from '#web/comments/kept-away-keys.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'

export function MutedPart() {
  return (
    <Panel title={t('comments.mutedPeople')} note={t('comments.mutedLead')}>
      <KeptAway list="muted" />
    </Panel>
  )
}

export function BlockedPart() {
  return (
    <Panel title={t('comments.blockedPeople')} note={t('comments.blockedLead')}>
      <KeptAway list="blocked" />
      <KeptAwayKeys />
    </Panel>
  )
}
