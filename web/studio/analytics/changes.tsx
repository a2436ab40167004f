/** What changed, as a table, with a sentence about the largest change and what to do next. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { t } from '#web/words/words.ts'
import {
  type Audience,
  type Change,
  type Earned,
  formatChange,
  formatFigure,
  largestOf,
  listChanges,
} from './changes.ts'
import { Part } from './part.tsx'

export function Changes({ audience, earned }: { audience: Audience; earned: Earned | null }) {
  const changes = listChanges(audience, earned)
  const most = largestOf(changes)
  const lead =
    most === null
      ? t('analytics.changedNothing')
      : t('analytics.changedMost', {
          what: most.inSentence,
          now: formatFigure(most.now, most),
          before: formatFigure(most.before, most),
        })
  return (
    <Part title={t('analytics.changed')} lead={lead} actions={<Next audience={audience} />}>
      <Table
        caption={t('analytics.changed')}
        rows={changes}
        rowKey={({ key }) => key}
        columns={[
          { key: 'what', head: t('analytics.what'), cell: ({ name }) => <span className="font-semi">{name}</span> },
          { key: 'now', head: t('analytics.now'), cell: (change) => formatFigure(change.now, change), isFigure: true },
          {
            key: 'before',
            head: t('analytics.before'),
            cell: (change) => formatFigure(change.before, change),
            isFigure: true,
            isWideOnly: true,
          },
          {
            key: 'change',
            head: t('analytics.difference'),
            cell: (change) => <Difference change={change} />,
            isFigure: true,
          },
        ]}
      />
      <p className="mt-3 text-sm text-ink-2">
        {t('analytics.beforeNote')}
        {changes.some(({ isMoney }) => isMoney) && ` ${t('analytics.beforeNoteEarned')}`}
      </p>
    </Part>
  )
}

function Difference({ change }: { change: Change }) {
  return (
    <span className={change.now > change.before ? 'font-semi text-mint' : 'font-semi'}>{formatChange(change)}</span>
  )
}

/** Suggests a message to followers: when there are new ones, or when plays fall. */
function Next({ audience: { growth, playTotal, playsBefore } }: { audience: Audience }) {
  const followers = growth.find(({ kind }) => kind === 'follower')
  if (followers === undefined) return null
  if (followers.gained === 0 && playTotal >= playsBefore) return null
  return (
    <ButtonLink to="/studio/fans" kind="quiet">
      {followers.gained > 0 ? t('analytics.writeNew', { count: followers.gained }) : t('analytics.writeAll')}
    </ButtonLink>
  )
}
