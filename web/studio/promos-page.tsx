/** Promotions that pay listeners do not exist here; this page says so, and what to use instead. */
import { hasPage } from '../routes.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/states/empty.tsx'
import { t } from '../words/words.ts'
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
