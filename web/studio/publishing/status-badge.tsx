/** A badge for the status: draft, scheduled or published. The text carries the meaning, never colour alone. */
import { Badge } from '#web/ui/layout/badge.tsx'
import { t } from '#web/words/words.ts'
import type { Status } from './status.ts'

const LOOKS = {
  draft: { tone: 'plain', word: 'studio.draft' },
  scheduled: { tone: 'purple', word: 'studio.scheduled' },
  published: { tone: 'mint', word: 'studio.published' },
} as const

export function StatusBadge({ status }: { status: Status }) {
  const { tone, word } = LOOKS[status]
  return <Badge tone={tone}>{t(word)}</Badge>
}
