/** Mails about accounts through a real mail server: in the language of the account, or else in that of the page. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updatePreferences } from '#contract/accounts/account.ts'
import { takeDown } from '#contract/operator/admin.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import {
  changeEmail,
  changePassword,
  register,
  resetPassword,
  sendPasswordReset,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { type Language, languages } from '#contract/languages.ts'
import { setRole } from '#server/accounts/roles.ts'
import { type MailName, mailIn } from '#server/platform/texts.ts'
import type { Call } from '#web/data/api.ts'
import { createCall } from '#web/data/api.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../mail-server.ts'
import { until } from '../users.ts'
import { provingCall } from '../proofs.ts'
import { createTestWorld, transportTo, type TestWorld } from '../world.ts'

const PASSWORD = 'a long enough password'

let world: TestWorld
let mails: MailServer

before(async () => {
  mails = await startMailServer()
  world = await createTestWorld({ settings: { SMTP_URL: mails.url, PUBLIC_URL: 'https://peal.example' } })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await mails.close()
})

/** Calls as a page in that language does. */
function speaking(language: Language, token: string | null = null): Call {
  const send = transportTo(world.origin)
  const transport = (path: string, init: RequestInit) =>
    send(path, { ...init, headers: { ...(init.headers as Record<string, string>), 'accept-language': language } })
  return createCall(transport, () => token)
}

const subjectOf = ({ headers }: ReceivedMail): string => decodeWords(headers.get('subject') ?? '')

/** Words of a header that are not ASCII (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_all, how: string, said: string) => {
      if (how.toUpperCase() === 'B') return Buffer.from(said, 'base64').toString('utf8')
      const bytes = said
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/gi, (_one, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
}

async function mailTo(email: string, name: MailName, language: Language): Promise<ReceivedMail> {
  const wanted = mailIn(language, name, { brand: 'Peal' }).subject
  const find = () => mails.received.find((mail) => mail.to === email && subjectOf(mail) === wanted)
  await until(() => find() !== undefined)
  return find()!
}

const codeIn = ({ links: [link = ''] }: ReceivedMail) => new URL(link).searchParams.get('oobCode')!

let count = 0
async function signUp(language: Language) {
  const name = `reader${++count}`
  const email = `${name}@example.com`
  const { token } = await speaking(language)(register, { body: { email, password: PASSWORD, name } })
  return { email, name, token }
}

for (const language of languages) {
  test(`mails to a user who registered in ${language} are in ${language}, whichever page requests the next one`, async () => {
    const { email } = await signUp(language)
    const first = await mailTo(email, 'verification', language)
    const prefix = language === 'en' ? '' : `/${language}`
    assert.equal(new URL(first.links[0]!).pathname, `${prefix}/verify-email`)
    const [greeting = ''] = mailIn(language, 'verification', { brand: 'Peal' }).text.split('\n')
    assert.ok(greeting.includes('Peal') && first.text.includes(greeting))
    await speaking(language)(verifyEmail, { body: { oobCode: codeIn(first) } })
    const elsewhere = language === 'en' ? 'en' : 'pt'
    await speaking(elsewhere)(sendPasswordReset, { body: { email } })
    const reset = await mailTo(email, 'passwordReset', language)
    assert.equal(new URL(reset.links[0]!).pathname, `${prefix}/reset-password`)
    await speaking(elsewhere)(resetPassword, { body: { oobCode: codeIn(reset), newPassword: `${PASSWORD} 2` } })
    await mailTo(email, 'passwordChanged', language)
  })
}

test('a user without a chosen language gets mail in the language of the page', async () => {
  const { email } = await signUp('en')
  await mailTo(email, 'verification', 'en')
  await speaking('es')(sendPasswordReset, { body: { email } })
  await mailTo(email, 'passwordReset', 'es')
})

test('the language chosen in the settings applies to all later mails', async () => {
  const { email, token } = await signUp('de')
  const call = provingCall(speaking('en', token), { method: 'password', password: PASSWORD })
  await call(updatePreferences, { body: { language: 'ja' } })
  const wanted = `new-${email}`
  await call(changeEmail, { body: { email: wanted } })
  const asked = await mailTo(wanted, 'emailChange', 'ja')
  await speaking('en')(verifyEmail, { body: { oobCode: codeIn(asked) } })
  const told = await mailTo(email, 'emailChanged', 'ja')
  assert.ok(told.text.includes(wanted))
  await call(changePassword, { body: { newPassword: `${PASSWORD} 2` } })
  await mailTo(wanted, 'passwordChanged', 'ja')
})

test('the owner of an address that someone else requested is notified in their own language', async () => {
  const owner = await signUp('pt')
  const { token } = await signUp('de')
  const call = provingCall(speaking('de', token), { method: 'password', password: PASSWORD })
  await call(changeEmail, { body: { email: owner.email } })
  await mailTo(owner.email, 'emailInUse', 'pt')
})

test('the owner of content that was taken down reads the reason in their own language', async () => {
  const boss = await signUp('en')
  await setRole(world.world.database.read, boss.name, 'owner')
  const { email, token } = await signUp('es')
  const { id } = await speaking('es', token)(createArtist, { body: { name: 'Ojalá' } })
  await speaking('en', boss.token)(takeDown, { body: { artistIds: [id], reason: 'No es suyo' } })
  const mail = await mailTo(email, 'takedown', 'es')
  assert.equal(subjectOf(mail), 'Se ha retirado tu contenido')
  assert.match(mail.text, /Ojalá[\s\S]*Motivo: No es suyo[\s\S]*https:\/\/peal\.example\/es\/contact/)
})
