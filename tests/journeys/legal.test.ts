/** Terms, privacy and contact: the texts of the operator, and the defaults. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { getLegalPage } from '#contract/operator/legal.ts'
import { createTestWorld } from '../world.ts'

test("the operator's file is shown under its heading, and a default text where there is none", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-legal-'))
  const termsFile = path.join(folder, 'terms.md')
  fs.writeFileSync(termsFile, '\uFEFF# House rules \n\nBe **kind**.\n')
  const contactFile = path.join(folder, 'contact.txt')
  fs.writeFileSync(contactFile, 'Write to us.')
  await using world = await createTestWorld({
    settings: { TERMS_FILE: termsFile, CONTACT_FILE: contactFile },
    expectedLogs: ['legal-page-unreadable'],
  })
  // Without the file the server does not start, but it may be deleted later.
  fs.rmSync(contactFile)
  const read = (page: 'terms' | 'privacy' | 'contact') => world.call(getLegalPage, { params: { page } })
  const terms = await read('terms')
  assert.deepEqual([terms.title, terms.text, terms.isWritten], ['House rules', '# House rules \n\nBe **kind**.', true])
  assert.equal(terms.updatedAt, fs.statSync(termsFile).mtime.toISOString())
  for (const page of ['privacy', 'contact'] as const) {
    const { text, isWritten, updatedAt } = await read(page)
    assert.match(text, page === 'privacy' ? /## What Peal stores/ : /has not published contact details/)
    assert.deepEqual([isWritten, updatedAt], [false, null])
  }
  assert.equal((await fetch(`${world.origin}/v1/legal/..%2f..%2fetc%2fpasswd`)).status, 400)
  fs.rmSync(folder, { recursive: true })
})
