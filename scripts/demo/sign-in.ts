/** Registers a demo account, or logs in to it, and gives it a name and a face. */
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { login, register, sendVerification, verifyEmail } from '#contract/accounts/auth.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { listSandboxMails } from '#contract/operator/sandbox.ts'
import { ApiError, createCall, type Call } from '#web/data/api.ts'
import { FACE_SIZE, pictureOf } from './covers.ts'
import type { DemoAccount } from './people.ts'

export type Until = <Value>(ask: () => Promise<Value | undefined | false>) => Promise<Value>
type Transport = Parameters<typeof createCall>[0]
type Entrance = { transport: Transport; visitor: Call; until: Until }

export async function signIn(entrance: Entrance, account: DemoAccount): Promise<Call> {
  const { visitor, transport } = entrance
  const { email, password, username } = account
  // Logs in first, because registration is limited per hour, whether or not the account exists.
  const signedIn = await visitor(login, { body: { email, password } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return visitor(register, { body: { email, password, name: username } })
  })
  if (!('token' in signedIn)) throw new Error(`${username} logs in in two steps`)
  const { token } = signedIn
  const call = createCall(transport, () => token)
  if (!(await call(getAccount, {})).emailVerified) await confirmEmail(entrance, call, email)
  await introduce(call, account)
  return call
}

/** The code of an earlier start may have expired; then a new one is requested. */
async function confirmEmail({ visitor, until }: Entrance, call: Call, email: string): Promise<void> {
  const confirm = async (oobCode: string) => visitor(verifyEmail, { body: { oobCode } })
  const first = await until(() => findCode(visitor, email))
  await confirm(first).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    await call(sendVerification, {})
    await confirm(
      await until(async () => {
        const code = await findCode(visitor, email)
        return code !== first && code
      }),
    )
  })
}

async function findCode(visitor: Call, email: string): Promise<string | undefined> {
  const mails = await visitor(listSandboxMails, { query: { to: email } })
  return mails
    .flatMap(({ links }) => links.map((link) => new URL(link).searchParams.get('oobCode') ?? ''))
    .find(Boolean)
}

/** Sets display name and avatar; artists need them for their studio. */
async function introduce(call: Call, { displayName, artwork, kind }: DemoAccount): Promise<void> {
  const known = await call(getAccount, {})
  if (known.displayName === null) {
    await call(updateAccount, { body: { displayName, artwork: await pictureOf(artwork, FACE_SIZE) } })
  }
  if (kind === 'listener' || known.isRegionVerified) return
  const [firstName = displayName, ...others] = displayName.split(' ')
  await call(logIdentity, { body: { firstName, lastName: others.join(' ') || firstName } })
}
