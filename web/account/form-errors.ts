/** Field errors of the log-in and registration forms: first from the contract, then from the server's response.
 * Fields are uncontrolled, so that text typed before hydration is not lost. */
import { parseEmail, parseUsername } from '#contract/accounts/identifiers.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'
import { ApiError } from '#web/data/api.ts'
import { readText } from '#web/format/form-text.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

export type FieldName = 'email' | 'password' | 'name'
export type FormErrors = Partial<Record<FieldName | 'form', string>>
export type Entered = { email: string; password: string; name: string; invite: string }

export function readForm(form: HTMLFormElement): Entered {
  const read = (name: FieldName | 'invite') => readText(form, name)
  return {
    email: read('email'),
    password: read('password'),
    name: read('name').trim(),
    invite: read('invite').trim(),
  }
}

/** Empty texts are left out. */
export function bodyOfRegister({ email, password, name, invite }: Entered) {
  return { email, password, ...(name !== '' && { name }), ...(invite !== '' && { invite }) }
}

export function checkRegister(entered: Entered): FormErrors {
  const { email, password, name } = entered
  const wrongPassword = checkNewPassword(password)
  return {
    ...checkEmail(email),
    ...(wrongPassword !== undefined && { password: wrongPassword }),
    ...(name !== '' && parseUsername(name) === null && { name: t('account.nameInvalid') }),
  }
}

export function checkLogin(entered: Entered): FormErrors {
  const { email, password } = entered
  const isRight = password !== '' && password.length <= PASSWORD_MAX
  return { ...checkEmail(email), ...(!isRight && { password: passwordError(password, false) }) }
}

const checkEmail = (email: string): FormErrors => (parseEmail(email) === null ? { email: emailError(email) } : {})

export const emailError = (email: string) => t(email.trim() === '' ? 'account.emailMissing' : 'account.emailInvalid')

/** Undefined when it is valid. */
export function checkNewPassword(password: string): string | undefined {
  const isRight = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
  return isRight ? undefined : passwordError(password, true)
}

function passwordError(password: string, isNew: boolean): string {
  if (password.length > PASSWORD_MAX) return t('account.passwordLong', { max: PASSWORD_MAX })
  if (password === '' || !isNew) return t('account.passwordMissing')
  return t('account.passwordShort', { min: PASSWORD_MIN, count: password.length })
}

/** Assigns a server error to the field it concerns. */
export function errorsOfResponse(error: unknown): FormErrors {
  const text = describeFailure(error)
  if (!(error instanceof ApiError)) return { form: text }
  if (error.code === 'username-taken' || error.code === 'username-invalid') return { name: text }
  if (error.code === 'conflict') return { email: text }
  return { form: text }
}

/** Focuses the first invalid field. */
export function focusFirst(form: HTMLFormElement, errors: FormErrors): void {
  const names: FieldName[] = ['email', 'password', 'name']
  const first = names.find((name) => errors[name] !== undefined) ?? (errors.form === undefined ? undefined : 'password')
  const field = first && form.elements.namedItem(first)
  if (field instanceof HTMLInputElement) field.focus()
}
