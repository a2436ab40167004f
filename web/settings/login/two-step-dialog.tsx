/** Enables two-step log-in: the secret as a QR code, a first code to confirm it, then the backup codes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type beginSecondFactor, confirmSecondFactor } from '#contract/accounts/second-factor.ts'
import { listLogins, listSessions } from '#contract/accounts/sessions.ts'
import type { Wire } from '#contract/endpoint.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { t } from '#web/words/words.ts'
import { BackupCodes } from './backup-codes.tsx'
import { CodeForm } from './code-form.tsx'
import { useRefreshTwoStep } from './two-step-state.ts'

type Secret = Wire<typeof beginSecondFactor>

export function TwoStepDialog({ secret, onClose }: { secret: Secret | null; onClose: () => void }) {
  const refresh = useRefreshTwoStep()
  const confirming = useConfirming()
  const isOn = confirming.isSuccess
  const close = () => {
    onClose()
    confirming.reset()
    if (isOn) void refresh()
  }
  const title = t(isOn ? 'settings.backupTitle' : 'settings.twoStepOn')
  return (
    <Dialog isOpen={secret !== null} onClose={close} title={title} closeLabel={t('common.close')}>
      {confirming.data && <BackupCodes codes={confirming.data.backupCodes} onKept={close} />}
      {secret && !isOn && (
        <div className="flex flex-col gap-5">
          <p className="text-ink-2">{t('settings.scan')}</p>
          <Qr
            text={secret.uri}
            copyText={secret.secret}
            label={t('settings.scanLabel')}
            labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
            className="mx-auto max-w-[220px]!"
          />
          <p className="text-sm">
            <span className="text-ink-2">{t('settings.secretByHand')}</span>{' '}
            <code className="font-semi break-all select-all">{inGroups(secret.secret)}</code>
          </p>
          <CodeForm button={t('settings.twoStepConfirm')} sending={confirming} />
        </div>
      )}
    </Dialog>
  )
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** All sessions end; this browser gets a new one. */
function useConfirming() {
  const { call } = useSite()
  const queries = useQueryClient()
  const signIn = useSession((state) => state.signIn)
  return useMutation({
    mutationFn: (code: string) => withProof((proof) => call(confirmSecondFactor, { body: { code } }, { proof })),
    onSuccess: ({ signedIn }) => {
      signIn(signedIn)
      for (const endpoint of [listSessions, listLogins]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      }
    },
  })
}
