/** Two-step log-in: its state, enabling and disabling it, and new backup codes. */
import { useMutation, type UseMutationResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
} from '#contract/accounts/second-factor.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { callQuery } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { BackupCodes } from './backup-codes.tsx'
import { formatDay } from '#web/settings/moments.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'
import { TwoStepDialog } from './two-step-dialog.tsx'
import { useRefreshTwoStep } from './two-step-state.ts'
import { useHasPassword } from './login-methods.ts'

const FEW = 3

export function TwoStepPart() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, getSecondFactor, {}), staleTime: 0 })
  const hasPassword = useHasPassword()
  const badge = data && (
    <Badge tone={data.isOn ? 'mint' : 'plain'}>{t(data.isOn ? 'settings.isOn' : 'settings.isOff')}</Badge>
  )
  return (
    <Panel title={t('settings.twoStep')} badge={badge} note={t('settings.twoStepNote')}>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && !data.isOn && hasPassword === false && <p>{t('settings.twoStepNoPassword')}</p>}
      {data && !data.isOn && hasPassword !== false && <TurnOn />}
      {data?.isOn && <IsOn {...data} />}
    </Panel>
  )
}

function TurnOn() {
  const { call } = useSite()
  const [secret, setSecret] = useState<Wire<typeof beginSecondFactor> | null>(null)
  const beginning = useMutation({
    mutationFn: () => call(beginSecondFactor, {}),
    onSuccess: setSecret,
  })
  const problem = describeProblem(beginning.error)
  return (
    <>
      {problem !== undefined && <Problem words={problem} />}
      <Button className="self-start" isWaiting={beginning.isPending} onClick={() => beginning.mutate()}>
        {t('settings.twoStepOn')}
      </Button>
      <TwoStepDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

type On = Pick<Wire<typeof getSecondFactor>, 'since' | 'backupCodesLeft'>

function IsOn({ since, backupCodesLeft }: On) {
  const [open, setOpen] = useState<'off' | 'codes' | null>(null)
  const left = t('settings.codesLeft', { count: backupCodesLeft })
  return (
    <>
      <p>
        {since !== null && <>{t('settings.since', { day: formatDay(since) })}. </>}
        <span className={backupCodesLeft < FEW ? 'font-semi text-pink' : undefined}>{left}</span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button kind="quiet" onClick={() => setOpen('codes')}>
          {t('settings.newCodes')}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('off')}>
          {t('settings.twoStepOff')}
        </Button>
      </div>
      <OffDialog isOpen={open === 'off'} onClose={() => setOpen(null)} />
      <CodesDialog isOpen={open === 'codes'} onClose={() => setOpen(null)} />
    </>
  )
}

type Sending = Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'error'> & { mutate: () => void }

/** The code is part of the proof that is required. */
function Ask({ lead, button, sending }: { lead: string; button: string; sending: Sending }) {
  const problem = describeProblem(sending.error)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{lead}</p>
      {problem !== undefined && <Problem words={problem} />}
      <Button size="large" isWaiting={sending.isPending} onClick={() => sending.mutate()}>
        {button}
      </Button>
    </div>
  )
}

type DialogProps = { isOpen: boolean; onClose: () => void }

function OffDialog({ isOpen, onClose }: DialogProps) {
  const { call } = useSite()
  const refresh = useRefreshTwoStep()
  const removing = useMutation({
    mutationFn: () => withProof((proof) => call(removeSecondFactor, { body: {} }, { proof })),
    onSuccess: async () => {
      onClose()
      showToast(t('settings.twoStepIsOff'))
      await refresh()
    },
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('settings.twoStepOff')} closeLabel={t('common.close')}>
      <Ask lead={t('settings.twoStepOffLead')} button={t('settings.twoStepOff')} sending={removing} />
    </Dialog>
  )
}

function CodesDialog({ isOpen, onClose }: DialogProps) {
  const { call } = useSite()
  const refresh = useRefreshTwoStep()
  const renewing = useMutation({
    mutationFn: () => withProof((proof) => call(renewBackupCodes, { body: {} }, { proof })),
    onSuccess: refresh,
  })
  const close = () => {
    onClose()
    renewing.reset()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('settings.newCodes')} closeLabel={t('common.close')}>
      {renewing.data ? (
        <BackupCodes codes={renewing.data.backupCodes} onKept={close} />
      ) : (
        <Ask lead={t('settings.newCodesLead')} button={t('settings.newCodesMake')} sending={renewing} />
      )}
    </Dialog>
  )
}
