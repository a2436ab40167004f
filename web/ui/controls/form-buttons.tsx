/** The two buttons at the end of a form: one that acts, and one that leaves everything as it is. In dialogs of their own they are
 * larger: overlays/dialog-buttons.tsx. */
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from './button.tsx'

type FormButtonsProps = ComponentProps<typeof Button> & { cancelLabel: string; onCancel: () => void }

/** The remaining props and the children are those of the button that acts. */
export function FormButtons({ cancelLabel, onCancel, className, ...action }: FormButtonsProps) {
  return (
    <div className={classNames('flex flex-wrap gap-2.5', className)}>
      <Button {...action} />
      <Button kind="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}
