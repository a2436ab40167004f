/** The users the current user has muted, and those blocked from their content. */
import { BlockList } from '#web/comments/block-list.tsx'
import { BlockedKeys } from '#web/comments/blocked-keys.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'

export function MutedPart() {
  return (
    <Panel title={t('comments.mutedPeople')} note={t('comments.mutedLead')}>
      <BlockList list="muted" />
    </Panel>
  )
}

export function BlockedPart() {
  return (
    <Panel title={t('comments.blockedPeople')} note={t('comments.blockedLead')}>
      <BlockList list="blocked" />
      <BlockedKeys />
    </Panel>
  )
}
