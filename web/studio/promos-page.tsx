/** Promotions that pay listeners do not exist here; this page says so, and what to use instead. */
import { hasPage } from '#web/routes.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {() => (
        <>
          <StudioHeading title={t('studio.promos')} lead={t('studio.promosInstead')} />
          <EmptyState
            sentence={t('studio.promosNone')}
            action={
              hasPage('/studio/albums') && <ButtonLink to="/studio/albums">{t('studio.promosReleases')}</ButtonLink>
            }
          />
        </>
      )}
    </StudioFrame>
  )
}
