/** What every form that sends money over Lightning has: the field for the destination, and the buttons of the last step. */
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

type DestinationFieldProps = Omit<ComponentProps<typeof TextArea>, 'label' | 'value' | 'onChange' | 'onPaste'> & {
  pasted: string
  onPaste: (pasted: string) => void
}

/** For an invoice or a Lightning address. */
export function DestinationField({ pasted, onPaste, ...rest }: DestinationFieldProps) {
  return (
    <TextArea
      label={t('wallet.where')}
      rows={3}
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={4_000}
      value={pasted}
      onChange={(event) => onPaste(event.target.value)}
      {...rest}
    />
  )
}

type SendButtonsProps = {
  amountMsat: number
  isSending: boolean
  isDisabled?: boolean
  onBack: () => void
  onSend: () => void
}

export function SendButtons({ amountMsat, isSending, isDisabled = false, onBack, onSend }: SendButtonsProps) {
  return (
    <div className="flex gap-2.5">
      <Button kind="quiet" size="large" onClick={onBack} disabled={isSending}>
        {t('wallet.backStep')}
      </Button>
      <Button
        kind="zap"
        size="large"
        className="min-w-0 flex-1"
        isWaiting={isSending}
        disabled={isDisabled}
        autoFocus
        onClick={onSend}
      >
        {isSending ? t('wallet.sending') : t('wallet.sendAmount', { sats: formatAmount(amountMsat) })}
      </Button>
    </div>
  )
}
