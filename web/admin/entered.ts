/** What is entered in a form of texts. Errors are shown once it was sent. */
import { useState, type FormEvent } from 'react'

export function useEntered<Entered extends Record<string, string>>(none: Entered) {
  const [entered, setEntered] = useState(none)
  const [showsErrors, setShowsErrors] = useState(false)
  return {
    entered,
    showsErrors,
    isMissing: (name: keyof Entered) => showsErrors && entered[name]?.trim() === '',
    field: (name: keyof Entered) => ({
      value: entered[name],
      onChange: (event: { target: { value: string } }) => setEntered({ ...entered, [name]: event.target.value }),
    }),
    onSubmit: (send: () => void) => (event: FormEvent) => {
      event.preventDefault()
      setShowsErrors(true)
      send()
    },
    empty() {
      setEntered(none)
      setShowsErrors(false)
    },
  }
}
