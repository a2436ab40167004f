/** A button that is disabled for a reason. Screen readers read the reason with the button, and say it as soon as it applies. */
import { useId, type ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = ComponentProps<typeof Button> & {
  /** Undefined: the button can be pressed. */
  reason: string | undefined
  /** The reason is shown elsewhere, where screen readers say it. */
  isSaid?: boolean
}

export function ReasonedButton({ reason, isSaid = false, disabled = false, ...rest }: Props) {
  const id = useId()
  return (
    <>
      <Button
        {...rest}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
      />
      <span id={id} role={isSaid ? undefined : 'status'} className="sr-only">
        {reason}
      </span>
    </>
  )
}
