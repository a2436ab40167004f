/** Badges of content: explicit, draft, taken down; and whether content is public.
 * They use the text colour of their surroundings, so that they are readable on any tint. */
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

/** Of content saved before takedowns were said, `isTakenDown` is missing. */
type State = { isDraft?: boolean; isTakenDown?: boolean }

/** Whether others see it: only then it can be zapped, shared and downloaded. */
export const isPublic = ({ isDraft, isTakenDown }: State): boolean => !isDraft && !isTakenDown

/** The letter E in lists, with the full word for screen readers. */
export function ExplicitMark() {
  return (
    <span
      title={t('catalog.explicit')}
      className={classNames(
        'inline-grid size-4 shrink-0 place-items-center rounded-[4px]',
        'bg-pink-soft text-[10px] leading-none font-bold text-pink',
      )}
    >
      <span aria-hidden="true">{t('catalog.explicitMark')}</span>
      <span className="sr-only">{t('catalog.explicit')}</span>
    </span>
  )
}

/** What a promo pays for a minute of the track. Releases saved before promos lack the field. */
export function EarnsMark({ msatPayoutAmount }: { msatPayoutAmount: number | null | undefined }) {
  if (!msatPayoutAmount) return null
  return (
    <span className="max-w-full shrink-0 text-sm font-semi">
      {t('promos.earns', { sats: formatSats(msatPayoutAmount) })}
    </span>
  )
}

/** Only owners and teams see drafts and what was taken down. */
export function StateBadge({ content }: { content: State }) {
  if (isPublic(content)) return null
  const isDraft = !content.isTakenDown
  return (
    <span className="mb-2 flex flex-wrap items-center gap-2">
      <span className="rounded-pill border-[1.5px] border-current px-2.5 text-xs leading-5 font-strong">
        {t(isDraft ? 'catalog.draft' : 'catalog.takenDown')}
      </span>
      <span className="text-sm font-regular">
        {isDraft ? (
          t('catalog.draftNote')
        ) : (
          <Link to="/decisions" className="underline">
            {t('catalog.takenDownNote')}
          </Link>
        )}
      </span>
    </span>
  )
}
