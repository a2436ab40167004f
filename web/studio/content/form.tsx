/** The shared frame of forms that create or edit content: fields, artwork beside them, field errors and one submit
 * button. The fields and the request are defined by the page. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { ArtworkField } from '#web/studio/artwork/field.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { changesOf, fieldOfCode, readFields, type FieldErrors, type FieldRule } from '#web/studio/forms/form-values.ts'

export type Filled<Name extends string> = Partial<Record<Name, string>> & { artwork?: File }

export function ContentForm<Name extends string, Done>({
  rules,
  initial,
  artworkUrl,
  hasArtwork = true,
  send,
  onDone,
  button,
  children,
}: {
  rules: Record<Name, FieldRule>
  /** The current values. When given, only changed fields are sent, with '' for a field that was cleared. */
  initial?: Partial<Record<Name, string>>
  /** The current artwork. */
  artworkUrl?: string | null
  hasArtwork?: boolean
  /** Sends the form, including the artwork if a file was chosen. */
  send: (filled: Filled<Name>) => Promise<Done>
  onDone: (done: Done) => void
  button: string
  children: (errors: FieldErrors) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [artwork, setArtwork] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    // After the fields have rendered their errors.
    requestAnimationFrame(() => form.current && focusFirst(form.current, found))
  }
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (done) => {
      setArtwork(null)
      onDone(done)
    },
    onError: (error) => show(errorsOf(error, rules)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const found = readFields(new FormData(event.currentTarget), rules)
    // A refused image must not be dropped silently.
    const wrong: FieldErrors = { ...found.errors, ...(errors['artwork'] && { artwork: errors['artwork'] }) }
    if (Object.keys(wrong).length > 0) return show(wrong)
    setErrors({})
    const fields = initial ? changesOf(found.filled, initial, rules) : found.filled
    if (initial && Object.keys(fields).length === 0 && !artwork) return sayDone(t('studio.nothingChanged'))
    sending.mutate({ ...fields, ...(artwork && { artwork }) })
  }
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
        <div className="flex min-w-0 flex-col gap-5">{children(errors)}</div>
        {hasArtwork && (
          <ArtworkField
            file={artwork}
            currentUrl={artworkUrl ?? null}
            error={errors['artwork']}
            onChange={setArtwork}
            onError={(error) =>
              setErrors(({ artwork: _, ...others }) => (error ? { ...others, artwork: error } : others))
            }
          />
        )}
      </div>
      {errors['form'] && <Alert className="mt-6">{errors['form']}</Alert>}
      <Button type="submit" size="large" isWaiting={sending.isPending} className="mt-7 max-md:w-full">
        {sending.isPending ? t('studio.sending') : button}
      </Button>
    </form>
  )
}

function errorsOf(error: unknown, rules: Record<string, FieldRule>): FieldErrors {
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
    const answer = await callOnce(body, (options) => call(endpoint, { body } as unknown as Sent<E>, options))
    await Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) })))
    return answer
  }
}
