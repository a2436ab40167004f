/** Accounts of listeners: made by the public API on an installation with the sandbox, and logged in elsewhere. */
import { getAccount } from '#contract/accounts/account.ts'
import { login, register, verifyEmail } from '#contract/accounts/auth.ts'
import { listSandboxMails, payFromExternal } from '#contract/operator/sandbox.ts'
import { getSettings } from '#contract/operator/settings.ts'
import { createDeposit } from '#contract/payments/payments.ts'
import { newKey } from '#web/data/api.ts'
import { until } from '#tests/users.ts'
import { createFigures } from './figures.ts'
import { createVisitor } from './visitor.ts'

export type Person = { token: string }

export const DEPOSIT_MSAT = 20_000_000
/** Apart from those of listeners. */
const FIRST_NUMBER = 40_000

/** `file`: one account a line, e-mail address and password. Without it, accounts are made only where money is not real. */
export async function openAccounts(origin: string, count: number, file: string | null): Promise<Person[]> {
  if (file !== null) {
    const lines = file.split('\n').filter((line) => line.trim() !== '')
    return Promise.all(lines.map((line, index) => logInAs(origin, line.trim().split(/\s+/), index)))
  }
  const visitor = createVisitor(origin, createFigures(), FIRST_NUMBER)
  const { isSandbox } = await visitor.callAs('call')(getSettings, {})
  visitor.close()
  const people: Person[] = []
  if (isSandbox) while (people.length < count) people.push(await makeAccount(origin, people.length))
  return people
}

async function logInAs(origin: string, [email = '', password = '']: string[], index: number): Promise<Person> {
  const visitor = createVisitor(origin, createFigures(), FIRST_NUMBER + index)
  const answer = await visitor.callAs('call')(login, { body: { email, password } })
  visitor.close()
  if ('token' in answer) return { token: answer.token }
  throw new Error(`${email} has a second factor: it cannot be used for load`)
}

async function makeAccount(origin: string, index: number): Promise<Person> {
  const visitor = createVisitor(origin, createFigures(), FIRST_NUMBER + index)
  const call = visitor.callAs('call')
  const name = `load${newKey().slice(0, 12)}`
  const email = `${name}@example.com`
  const { token } = await call(register, { body: { email, password: newKey(), name } })
  const [mail] = await call(listSandboxMails, { query: { to: email } })
  const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
  await call(verifyEmail, { body: { oobCode } })
  visitor.token = token
  const { request: bolt11 } = await call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
  await call(payFromExternal, { body: { bolt11 } })
  await until(async () => (await call(getAccount, {})).msatBalance === DEPOSIT_MSAT)
  visitor.close()
  return { token }
}
