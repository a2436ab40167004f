/** The frame of the three forms that make something: fields beside artwork, errors where they belong, one button.
 * Which fields, and what is sent, is the page's. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '../api.ts'
import { queryKeyOf } from '../queries.ts'
import { useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { AlertIcon } from '../ui/icon.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { ArtworkField } from './artwork-field.tsx'
import { useCallOnce } from '../api-attempt.ts'
import { readFields, type FieldErrors, type FieldRule } from './form-values.ts'

type Body = Record<string, string | File>

export function CreateForm<Made, Name extends string>({
  rules,
  create,
  onMade,
  button,
  children,
}: {
  rules: Record<Name, FieldRule>
  /** Sends what was filled in, artwork included when it was chosen. */
  create: (filled: Partial<Record<Name, string>> & { artwork?: File }) => Promise<Made>
  onMade: (made: Made) => void
  button: string
  children: (errors: FieldErrors) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [artwork, setArtwork] = useState<File | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    // Once the fields have heard what is wrong with them.
    requestAnimationFrame(() => form.current && focusFirst(form.current, found))
  }
  const creating = useMutation({ mutationFn: create, onSuccess: onMade, onError: (error) => show(errorsOf(error)) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (creating.isPending) return
    const found = readFields(new FormData(event.currentTarget), rules)
    // A picture that was refused is not left out silently.
    const wrong: FieldErrors = { ...found.errors, ...(errors['artwork'] && { artwork: errors['artwork'] }) }
    if (Object.keys(wrong).length > 0) return show(wrong)
    setErrors({})
    creating.mutate({ ...found.filled, ...(artwork && { artwork }) })
  }
  // What is being put right is no longer called wrong.
  const forgive = ({ target }: FormEvent) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name !== null && errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={forgive} className="max-w-[920px]">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex flex-col gap-5">{children(errors)}</div>
        <ArtworkField
          file={artwork}
          error={errors['artwork']}
          onChange={setArtwork}
          onError={(error) =>
            setErrors(({ artwork: _, ...others }) => (error ? { ...others, artwork: error } : others))
          }
        />
      </div>
      {errors['form'] && (
        <p role="alert" className="mt-6 flex items-start gap-2 rounded-item bg-pink-soft px-4 py-3 text-pink">
          <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          {errors['form']}
        </p>
      )}
      <Button type="submit" size="large" isWaiting={creating.isPending} className="mt-7 max-md:w-full">
        {creating.isPending ? t('studio.sending') : button}
      </Button>
    </form>
  )
}

function errorsOf(error: unknown): FieldErrors {
  const isPicture =
    error instanceof ApiError && (error.code === 'picture-invalid' || error.code === 'payload-too-large')
  return { [isPicture ? 'artwork' : 'form']: describeFailure(error) }
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

/** Makes something once and has the lists that show it read again. */
export function useCreate<E extends Endpoint>(endpoint: E, lists: readonly Endpoint[]) {
  const { call, queries } = useSite()
  const callOnce = useCallOnce()
  return async (body: Body): Promise<Wire<E>> => {
    const made = await callOnce(body, (options) => call(endpoint, { body } as unknown as Sent<E>, options))
    await Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) })))
    return made
  }
}
