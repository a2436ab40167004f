/** Gives a proof in the dialog, as the user does: with the password, and with a code if two-step log-in is on. */
import type { Page } from 'playwright-core'
import { PASSWORD } from '../users.ts'

export const proofQuestion = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

export async function answerProof(page: Page, { password = PASSWORD, code = '' } = {}): Promise<void> {
  const question = proofQuestion(page)
  await question.getByLabel('Password').fill(password)
  if (code !== '') await question.getByLabel('Code from your authenticator app, or a backup code').fill(code)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
}
