/** What is wrong in the forms of this room, in words, by field: first by the contract, then by the server's answer.
 * Fields are uncontrolled: what was typed or filled in before the page woke is kept. */
import * as z from 'zod/mini'
import { login, register } from '#contract/auth.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'
import { ApiError } from '../api.ts'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'

export type FieldName = 'email' | 'password' | 'name'
export type FormErrors = Partial<Record<FieldName | 'form', string>>
export type Entered = { email: string; password: string; name: string }

export function readForm(form: HTMLFormElement): Entered {
  const values = new FormData(form)
  const read = (name: FieldName) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { email: read('email'), password: read('password'), name: read('name').trim() }
}

/** A name left empty is left out. */
export function bodyOfRegister({ email, password, name }: Entered) {
  return { email, password, ...(name !== '' && { name }) }
}

export function checkRegister(entered: Entered): FormErrors {
  const parsed = z.safeDecode(register.body, bodyOfRegister(entered))
  return parsed.success ? {} : wordErrors(parsed.error.issues, entered, true)
}

export function checkLogin(entered: Entered): FormErrors {
  const { email, password } = entered
  const parsed = z.safeDecode(login.body, { email, password })
  const errors = parsed.success ? {} : wordErrors(parsed.error.issues, entered, false)
  return password === '' ? { ...errors, password: t('account.passwordMissing') } : errors
}

function wordErrors(issues: readonly z.core.$ZodIssue[], entered: Entered, isNew: boolean): FormErrors {
  const wrong = new Set(issues.map((issue) => issue.path[0]))
  return {
    ...(wrong.has('email') && { email: wordEmail(entered.email) }),
    ...(wrong.has('password') && { password: wordPassword(entered.password, isNew) }),
    ...(wrong.has('name') && { name: t('account.nameInvalid') }),
  }
}

const wordEmail = (email: string) => t(email.trim() === '' ? 'account.emailMissing' : 'account.emailInvalid')

function wordPassword(password: string, isNew: boolean): string {
  if (password.length > PASSWORD_MAX) return t('account.passwordLong', { max: PASSWORD_MAX })
  if (password === '' || !isNew) return t('account.passwordMissing')
  return t('account.passwordShort', { min: PASSWORD_MIN, count: password.length })
}

/** The server's refusal beside the field it is about. */
export function errorsOfAnswer(error: unknown): FormErrors {
  const words = describeFailure(error)
  if (!(error instanceof ApiError)) return { form: words }
  if (error.code === 'username-taken' || error.code === 'username-invalid') return { name: words }
  if (error.code === 'conflict') return { email: words }
  return { form: words }
}

/** Puts the keyboard where the first thing is wrong. */
export function focusFirst(form: HTMLFormElement, errors: FormErrors): void {
  const names: FieldName[] = ['email', 'password', 'name']
  const first = names.find((name) => errors[name] !== undefined) ?? (errors.form === undefined ? undefined : 'password')
  const field = first && form.elements.namedItem(first)
  if (field instanceof HTMLInputElement) field.focus()
}
