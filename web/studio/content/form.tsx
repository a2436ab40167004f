/** The shared frame of forms that create or edit content: fields, artwork beside them, field errors and one submit
 * button. The fields are data (content-fields.tsx); the request is the page's. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { ArtworkField } from '#web/studio/artwork/field.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import type { FormField } from '#web/studio/forms/fields.tsx'
import {
  changesOf,
  fieldOfCode,
  parseFields,
  readFields,
  valuesOf,
  type FieldErrors,
  type FieldRule,
  type FieldValues,
} from '#web/studio/forms/form-values.ts'

type Rules = Readonly<Record<string, FieldRule>>

type FormProps<Done> = {
  /** Sends the form, including the artwork if a file was chosen. */
  send: (filled: object) => Promise<Done>
  onDone: (done: Done) => void
}

/** Existing content; its values have the names of the form's fields. */
export type FormContent = { artworkUrl: string | null; updatedAt?: string }

export function ContentForm<Done>({
  fields,
  content,
  ...props
}: FormProps<Done> & {
  fields: readonly FormField[]
  /** When given, only changed fields are sent, with '' for a field that was cleared. */
  content?: FormContent
  hasArtwork?: boolean
  button: string
}) {
  const rules: Rules = Object.assign({}, ...fields.map((field) => field.rules))
  const initial = content && valuesOf(content, rules)
  const artworkUrl = content?.artworkUrl ?? null
  // Inputs take their initial values only once, so saved content gets a new form.
  const key = JSON.stringify([initial, content?.updatedAt])
  return <FieldsForm key={key} {...props} {...{ fields, rules, artworkUrl }} {...(initial && { initial })} />
}

function FieldsForm<Done>({
  fields,
  rules,
  initial,
  artworkUrl,
  hasArtwork = true,
  send,
  onDone,
  button,
}: FormProps<Done> & {
  fields: readonly FormField[]
  rules: Rules
  initial?: FieldValues
  artworkUrl: string | null
  hasArtwork?: boolean
  button: string
}) {
  const { form, artwork, setArtwork, errors, setErrors, isPending, submit } = useContentForm(rules, initial, {
    send,
    onDone,
  })
  // The error of a field disappears as soon as it is edited.
  const forgive = ({ target }: FormEvent) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name !== null && errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={forgive}
      className={hasArtwork ? 'max-w-[920px]' : 'max-w-[640px]'}
    >
      <div className={classNames(hasArtwork && 'grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]')}>
        <div className="flex min-w-0 flex-col gap-5">{fields.map((field) => field.render(initial ?? {}, errors))}</div>
        {hasArtwork && (
          <ArtworkField
            file={artwork}
            currentUrl={artworkUrl}
            error={errors['artwork']}
            onChange={setArtwork}
            onError={(error) =>
              setErrors(({ artwork: _, ...others }) => (error ? { ...others, artwork: error } : others))
            }
          />
        )}
      </div>
      {errors['form'] && <Alert className="mt-6">{errors['form']}</Alert>}
      <Button type="submit" size="large" isWaiting={isPending} className="mt-7 max-md:w-full">
        {isPending ? t('studio.sending') : button}
      </Button>
    </form>
  )
}

/** The state of a form: the chosen artwork, the errors, and sending. */
function useContentForm<Done>(rules: Rules, initial: FieldValues | undefined, { send, onDone }: FormProps<Done>) {
  const form = useRef<HTMLFormElement>(null)
  const [artwork, setArtwork] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    // After the fields have rendered their errors.
    requestAnimationFrame(() => form.current && focusFirst(form.current, found))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (done) => {
      setArtwork(null)
      onDone(done)
    },
    onError: (error) => show(errorsOf(error, rules)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const found = readFields(new FormData(event.currentTarget), rules)
    // A refused image must not be dropped silently.
    const wrong: FieldErrors = { ...found.errors, ...(errors['artwork'] && { artwork: errors['artwork'] }) }
    if (Object.keys(wrong).length > 0) return show(wrong)
    setErrors({})
    const filled = initial ? changesOf(found.filled, initial, rules) : found.filled
    if (initial && Object.keys(filled).length === 0 && !artwork) return showToast(t('studio.nothingChanged'))
    mutate({ ...parseFields(filled, rules), ...(artwork && { artwork }) })
  }
  return { form, artwork, setArtwork, errors, setErrors, isPending, submit }
}

/** Found before sending. */
export class FieldProblem extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

function errorsOf(error: unknown, rules: Rules): FieldErrors {
  if (error instanceof FieldProblem) return { [error.field]: error.message }
  const code = error instanceof ApiError ? error.code : ''
  return { [fieldOfCode(code, rules)]: describeFailure(error) }
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const wrong = [...form.elements].find(
    (one) => one instanceof HTMLElement && errors[one.getAttribute('name') ?? ''] !== undefined,
  )
  const field = wrong ?? (errors['artwork'] && form.querySelector('input[type=file]'))
  if (!(field instanceof HTMLElement)) return
  field.closest('details')?.setAttribute('open', '')
  field.focus()
}

/** Sends a write once, and then invalidates the lists that show the result. */
export function useSend<E extends Endpoint>(endpoint: E, lists: readonly Endpoint[]) {
  const { call, queries } = useSite()
  const callOnce = useCallOnce()
  return async (body: object): Promise<Wire<E>> => {
    const response = await callOnce(body, (options) => call(endpoint, { body } as unknown as Sent<E>, options))
    await Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) })))
    return response
  }
}
