/** The two buttons at the end of a dialog: one that leaves everything as it is, and one that acts. */
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/controls/button.tsx'

type DialogButtonsProps = Omit<ComponentProps<typeof Button>, 'size' | 'className'> & {
  cancelLabel: string
  onCancel: () => void
}

/** The remaining props and the children are those of the button that acts. */
export function DialogButtons({ cancelLabel, onCancel, ...action }: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button kind="quiet" size="large" className="flex-1" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button {...action} size="large" className="flex-1" />
    </div>
  )
}
