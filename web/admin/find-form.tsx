/** A search field for users or content. The page stores the term in its URL and shows the results. */
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

type FindFormProps = { find: string; onFind: (text: string) => void; label: string; hint?: string; maxLength: number }

/** `find` is only the initial value: set a `key` to reset the field when `find` changes for another reason. */
export function FindForm({ find, onFind, label, hint, maxLength }: FindFormProps) {
  const [typed, setTyped] = useState(find)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form
      role="search"
      aria-label={t('admin.find')}
      onSubmit={submit}
      className={classNames('flex flex-wrap gap-2.5', hint ? 'max-w-2xl items-start' : 'max-w-xl items-end')}
    >
      <Field
        label={label}
        {...(hint !== undefined && { hint })}
        className={hint ? 'flex-[1_1_18rem]' : 'flex-[1_1_20rem]'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="large" className={hint ? 'sm:mt-[1.7rem]' : ''}>
        {t('admin.find')}
      </Button>
    </form>
  )
}
