/** A field for a password, which can be made visible. */
import { useState, type ComponentProps } from 'react'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { HideIcon, ShowIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

type PasswordFieldProps = Partial<Omit<ComponentProps<typeof Field>, 'name' | 'type' | 'suffix'>> & { isNew: boolean }

export function PasswordField({ isNew, label = t('account.password'), ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Shape = isShown ? HideIcon : ShowIcon
  return (
    <Field
      {...field}
      label={label}
      name="password"
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      // The attribute is not allowed on password fields, which are never capitalized.
      autoCapitalize={isShown ? 'none' : undefined}
      spellCheck={false}
      suffix={
        <IconButton
          label={t(isShown ? 'account.hidePassword' : 'account.showPassword')}
          size="small"
          onClick={() => setIsShown(!isShown)}
        >
          <Shape size={19} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
