/** A write that a button starts, once: pressed again while it runs, nothing happens. A button can be pressed twice before it is
 * drawn as disabled. Writes that may be repeated immediately, such as typing ahead, use `useMutation`. */
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** `isPending` until `onSuccess` has ended. */
export function useMutationOnce<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const isRunning = useRef(false)
  const mutation = useMutation(options)
  const mutate = (input: Input): void => {
    if (isRunning.current) return
    isRunning.current = true
    // The error is shown by the component.
    const ended = mutation.mutateAsync(input).catch(() => undefined)
    void ended.finally(() => (isRunning.current = false))
  }
  return { ...mutation, mutate }
}
