/** Reminds a signed-in user that their e-mail address is not confirmed, and sends the e-mail again.
 * Renders nothing for all others. */
import { useMutation } from '@tanstack/react-query'
import { sendVerification } from '#contract/accounts/auth.ts'
import { Link } from '#web/navigation/link.tsx'
import { hasPage } from '#web/routes.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button, type ButtonKind, type ButtonSize } from '#web/ui/controls/button.tsx'
import { MailIcon } from '#web/ui/icon.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useAccount } from './account.ts'

export function VerifyEmailNote() {
  const { data: account } = useAccount()
  if (!account || account.emailVerified || account.email === null) return null
  return (
    <section
      aria-label={t('account.noteTitle')}
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-bar bg-purple-soft px-5 py-4"
    >
      <MailIcon size={22} aria-hidden="true" className="shrink-0 text-purple max-sm:hidden" />
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 className="font-text text-base font-strong tracking-normal">{t('account.noteTitle')}</h2>
        <p className="text-sm text-ink-2">{t('account.note', { email: account.email })}</p>
      </div>
      <SendAgain email={account.email} kind="quiet" size="small" />
    </section>
  )
}

export function SendAgain({ email, kind, size }: { email: string | null; kind: ButtonKind; size: ButtonSize }) {
  const { call } = useSite()
  const { isSandbox } = useSettings()
  const sending = useMutation({ mutationFn: () => call(sendVerification, {}) })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {!sending.isSuccess && (
        <Button kind={kind} size={size} isWaiting={sending.isPending} onClick={() => sending.mutate()}>
          {t(sending.isPending ? 'account.sending' : 'account.sendAgain')}
        </Button>
      )}
      {isSandbox && hasPage('/sandbox/mail') && (
        <Link
          to={`/sandbox/mail${email === null ? '' : `?to=${encodeURIComponent(email)}`}`}
          className="text-sm font-semi text-purple underline"
        >
          {t('account.openMails')}
        </Link>
      )}
      <p aria-live="polite" className="text-sm font-semi empty:hidden">
        {sending.isSuccess && <span className="text-mint">{t('account.sent')}</span>}
        {sending.isError && <span className="text-pink">{describeFailure(sending.error)}</span>}
      </p>
    </div>
  )
}
