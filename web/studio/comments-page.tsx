/** Comments on the user's content, and the users they have blocked. */
import { BlockList } from '#web/comments/block-list.tsx'
import { BlockedKeys } from '#web/comments/blocked-keys.tsx'
import { Received } from '#web/comments/received.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { t } from '#web/words/words.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {() => (
        <Settled>
          <StudioHeading title={t('comments.studioTitle')} lead={t('comments.studioLead')} />
          <Received />
          <section className="mt-11 max-w-[680px]">
            <h2 className="text-xl md:text-2xl">{t('comments.blockedPeople')}</h2>
            <p className="mt-1 mb-4 text-ink-2">{t('comments.blockedLead')}</p>
            <BlockList list="blocked" />
            <BlockedKeys />
          </section>
        </Settled>
      )}
    </StudioFrame>
  )
}
