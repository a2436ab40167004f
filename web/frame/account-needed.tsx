/** For visitors with an invitation: links to log in or register, which return to the invitation. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

export function AccountNeeded({ path }: { path: string }) {
  const next = `?next=${encodeURIComponent(path)}`
  return (
    <>
      <p className="text-ink-2">{t('invitation.needsAccount')}</p>
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink size="large" to={`/login${next}`}>
          {t('invitation.login')}
        </ButtonLink>
        <ButtonLink size="large" kind="quiet" to={`/register${next}`}>
          {t('invitation.register')}
        </ButtonLink>
      </div>
    </>
  )
}
