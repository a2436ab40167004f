/** Small words about a content: explicit, draft, being prepared. */
import { Badge } from '../ui/badge.tsx'
import { t } from '../words/words.ts'

type State = { isDraft: boolean; publishedAt: string | null }

/** The letter that stands for it in lists, with the word for readers. */
export function ExplicitMark() {
  return (
    <span
      title={t('catalog.explicit')}
      className="inline-grid size-4 shrink-0 place-items-center rounded-[4px] bg-pink-soft text-[10px] leading-none font-bold text-pink"
    >
      <span aria-hidden="true">{t('catalog.explicitMark')}</span>
      <span className="sr-only">{t('catalog.explicit')}</span>
    </span>
  )
}

/** Only owners ever see content that is a draft. */
export function DraftBadge({ content }: { content: State }) {
  if (!content.isDraft) return null
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="purple">{t('catalog.draft')}</Badge>
      <span className="text-sm font-regular">{t('catalog.draftNote')}</span>
    </span>
  )
}
