/** A badge for the status: draft, scheduled or published. The text carries the meaning, never colour alone. */
import { Badge } from '#web/ui/layout/badge.tsx'
import { t } from '#web/words/words.ts'
import type { Status } from './status.ts'

const LOOKS = {
  draft: { tone: 'plain', label: 'studio.draft' },
  scheduled: { tone: 'purple', label: 'studio.scheduled' },
  published: { tone: 'mint', label: 'studio.published' },
} as const

export function StatusBadge({ status }: { status: Status }) {
  const { tone, label } = LOOKS[status]
  return <Badge tone={tone}>{t(label)}</Badge>
}
