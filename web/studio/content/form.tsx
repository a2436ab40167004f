/** The shared frame of forms that create or edit content: fields, artwork beside them, field errors and one submit
 * button. The fields are data (content-fields.tsx); the request is the page's. */
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useDraft } from '#web/session/drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { FieldProblem, useElsewhere, type Elsewhere } from './elsewhere.ts'
import { ArtworkField } from '#web/studio/artwork/field.tsx'
import { useKeptFile } from '#web/studio/artwork/saved-file.ts'
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
  /** The id of the content, or what is created: under this name unsaved changes are kept. */
  name: string
  /** Sends the form, including the artwork if a file was chosen. `overwritten` is what was changed elsewhere, as it was. */
  send: (filled: object, overwritten: object) => Promise<Done>
  onDone: (done: Done) => void
  /** Of existing content. */
  elsewhere?: Elsewhere
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
  const [discards, setDiscards] = useState(0)
  // Inputs take their initial values only once, so saved content gets a new form.
  const key = JSON.stringify([initial, content?.updatedAt, discards])
  const onDiscard = () => {
    setDiscards(discards + 1)
    void props.elsewhere?.show()
  }
  return <FieldsForm key={key} {...props} {...{ fields, rules, artworkUrl, onDiscard }} {...(initial && { initial })} />
}

function FieldsForm<Done>({
  fields,
  rules,
  initial,
  artworkUrl,
  hasArtwork = true,
  button,
  onDiscard,
  ...props
}: FormProps<Done> & {
  fields: readonly FormField[]
  rules: Rules
  initial?: FieldValues
  artworkUrl: string | null
  hasArtwork?: boolean
  button: string
  onDiscard: () => void
}) {
  const { form, typed, artwork, errors, setErrors, isPending, submit } = useContentForm(rules, initial, props)
  const [shown] = useState({ ...initial, ...typed.value })
  const discard = () => {
    typed.reset()
    artwork.reset()
    onDiscard()
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
      onInput={(event) => {
        forgive(event)
        typed.read()
      }}
      // Buttons and keys change hidden fields, which have no events.
      onClick={typed.read}
      onKeyUp={typed.read}
      className={hasArtwork ? 'max-w-[920px]' : 'max-w-[640px]'}
    >
      <div className={classNames(hasArtwork && 'grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]')}>
        <div className="flex min-w-0 flex-col gap-5">{fields.map((field) => field.render(shown, errors))}</div>
        {hasArtwork && (
          <ArtworkField
            file={artwork.file}
            currentUrl={artworkUrl}
            error={errors['artwork']}
            onChange={artwork.change}
            onError={(error) =>
              setErrors(({ artwork: _, ...others }) => (error ? { ...others, artwork: error } : others))
            }
          />
        )}
      </div>
      {errors['form'] && <Alert className="mt-6">{errors['form']}</Alert>}
      <Submit {...{ button, isPending }} isChanged={typed.isChanged || artwork.isChanged} onDiscard={discard} />
    </form>
  )
}

type SubmitProps = { button: string; isPending: boolean; isChanged: boolean; onDiscard: () => void }

function Submit({ button, isPending, isChanged, onDiscard }: SubmitProps) {
  return (
    <div className="mt-7 flex flex-wrap items-center gap-2.5">
      <Button type="submit" size="large" isWaiting={isPending} className="max-md:w-full">
        {isPending ? t('studio.sending') : button}
      </Button>
      {isChanged && (
        <>
          <Button kind="quiet" size="large" onClick={onDiscard} className="max-md:w-full">
            {t('editors.undo')}
          </Button>
          <p role="status" className="text-sm text-ink-2">
            {t('editors.unsaved')}
          </p>
        </>
      )}
    </div>
  )
}

/** The fields that differ from what is saved, or from an empty form, kept until they are saved. */
function useTyped(name: string, form: RefObject<HTMLFormElement | null>, rules: Rules, initial?: FieldValues) {
  const { value, isChanged, change, reset } = useDraft<FieldValues>(`details of ${name}`, {})
  const saved = useRef(initial)
  useLayoutEffect(() => {
    if (form.current && !isChanged) saved.current ??= valuesIn(form.current, rules)
  }, [form, isChanged, rules])
  const read = () =>
    // After the click has changed its field.
    setTimeout(() => {
      if (form.current === null) return
      const changed = changesOf(valuesIn(form.current, rules), saved.current ?? {}, rules)
      if (Object.keys(changed).length > 0) change(changed)
      else reset()
    })
  return { value, isChanged, read, reset }
}

function valuesIn(form: HTMLFormElement, rules: Rules): FieldValues {
  const data = new FormData(form)
  const read = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(Object.keys(rules).map((name) => [name, read(name)]))
}

/** The state of a form: what was typed, the chosen artwork, the errors, and sending. */
function useContentForm<Done>(
  rules: Rules,
  initial: FieldValues | undefined,
  { name, send, onDone, elsewhere }: FormProps<Done>,
) {
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped(name, form, rules, initial)
  const artwork = useKeptFile(`cover of ${name}`)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    // After the fields have rendered their errors.
    requestAnimationFrame(() => form.current && focusFirst(form.current, found))
  }
  const overwrite = useElsewhere(rules, initial)
  const { mutate, isPending } = useMutation({
    mutationFn: async (filled: FieldValues) => {
      const artworkFile = await artwork.read()
      const overwritten = await overwrite(filled, elsewhere?.read)
      return send({ ...parseFields(filled, rules), ...(artworkFile && { artwork: artworkFile }) }, overwritten)
    },
    onSuccess: (done) => {
      typed.reset()
      artwork.reset()
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
    if (initial && Object.keys(filled).length === 0 && !artwork.isChanged) return showToast(t('studio.nothingChanged'))
    mutate(filled)
  }
  return { form, typed, artwork, errors, setErrors, isPending, submit }
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
