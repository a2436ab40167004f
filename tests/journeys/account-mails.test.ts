/** Mails about accounts through a real mail server: in the language of the account, else in that of the page. */
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
import { setAdmin } from '#server/accounts/people.ts'
import { mailWords } from '#server/identity/mail-words.ts'
import type { Call } from '#web/api.ts'
import { createCall } from '#web/api.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../mail-server.ts'
import { until } from '../people.ts'
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

/** As a page in that language calls. */
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

async function mailTo(email: string, subject: string): Promise<ReceivedMail> {
  const wanted = subject.replace('{brand}', 'Peal')
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
  test(`who signs up on a page in ${language} gets mails in it, whatever page asks for the next one`, async () => {
    const { email } = await signUp(language)
    const words = mailWords[language]
    const first = await mailTo(email, words.verification.subject)
    const prefix = language === 'en' ? '' : `/${language}`
    assert.equal(new URL(first.links[0]!).pathname, `${prefix}/verify-email`)
    assert.ok(first.text.includes(words.verification.text.at(0)!.replace('{brand}', 'Peal')))
    await speaking(language)(verifyEmail, { body: { oobCode: codeIn(first) } })
    const elsewhere = language === 'en' ? 'en' : 'pt'
    await speaking(elsewhere)(sendPasswordReset, { body: { email } })
    const reset = await mailTo(email, words.passwordReset.subject)
    assert.equal(new URL(reset.links[0]!).pathname, `${prefix}/reset-password`)
    await speaking(elsewhere)(resetPassword, { body: { oobCode: codeIn(reset), newPassword: `${PASSWORD} 2` } })
    await mailTo(email, words.passwordChanged.subject)
  })
}

test('who has chosen no language is written to in that of the page', async () => {
  const { email } = await signUp('en')
  await mailTo(email, mailWords.en.verification.subject)
  await speaking('es')(sendPasswordReset, { body: { email } })
  await mailTo(email, mailWords.es.passwordReset.subject)
})

test('what is chosen in the settings counts for all that follows', async () => {
  const { email, token } = await signUp('de')
  const call = provingCall(speaking('en', token), { method: 'password', password: PASSWORD })
  await call(updatePreferences, { body: { language: 'ja' } })
  const wanted = `new-${email}`
  await call(changeEmail, { body: { email: wanted } })
  const asked = await mailTo(wanted, mailWords.ja.emailChange.subject)
  await speaking('en')(verifyEmail, { body: { oobCode: codeIn(asked) } })
  const told = await mailTo(email, mailWords.ja.emailChanged.subject)
  assert.ok(told.text.includes(wanted))
  await call(changePassword, { body: { newPassword: `${PASSWORD} 2` } })
  await mailTo(wanted, mailWords.ja.passwordChanged.subject)
})

test('whose address somebody else wants is told in their own language, not in that of who asked', async () => {
  const owner = await signUp('pt')
  const { token } = await signUp('de')
  const call = provingCall(speaking('de', token), { method: 'password', password: PASSWORD })
  await call(changeEmail, { body: { email: owner.email } })
  await mailTo(owner.email, mailWords.pt.emailInUse.subject)
})

test('whose content was taken down reads why in their language', async () => {
  const boss = await signUp('en')
  await setAdmin(world.world.database.read, boss.name, true)
  const { email, token } = await signUp('es')
  const { id } = await speaking('es', token)(createArtist, { body: { name: 'Ojalá' } })
  await speaking('en', boss.token)(takeDown, { body: { artistIds: [id], reason: 'No es suyo' } })
  const mail = await mailTo(email, 'Se ha retirado tu contenido')
  assert.match(mail.text, /Ojalá[\s\S]*Motivo: No es suyo[\s\S]*https:\/\/peal\.example\/es\/contact/)
})

test('each language says the same: no place for a value is missing or new', () => {
  const placesOf = (text: readonly string[]) =>
    text
      .join(' ')
      .match(/\{\w+\}/g)
      ?.toSorted()
  for (const words of Object.values(mailWords)) {
    for (const [name, { subject, text }] of Object.entries(words)) {
      const plain = mailWords.en[name as keyof typeof words]
      assert.deepEqual([placesOf([subject]), placesOf(text)], [placesOf([plain.subject]), placesOf(plain.text)], name)
    }
  }
})
