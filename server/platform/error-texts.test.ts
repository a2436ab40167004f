/** Error messages in the client's language: complete, and never in place of a more specific message. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { brokenRule, translateError, translateFault } from './error-texts.ts'

test('every code has a text in every language', () => {
  for (const language of languages.filter((one) => one !== 'en')) {
    const missing = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => translateError(code, '', language) === '')
    // Without a translation the original message is kept; general codes keep a more specific message.
    assert.deepEqual(
      missing.filter((code) => translateError(code, errorCodes[code], language) === errorCodes[code]),
      [],
      language,
    )
  }
})

test('a page sends its language as a single code; the list of a browser is ignored', () => {
  const say = (accepted: string | undefined) => translateError('insufficient-balance', 'Too little.', accepted)
  assert.equal(say('de'), 'Dein Guthaben reicht dafür nicht.')
  assert.equal(say('ja'), '残高が足りません。')
  assert.deepEqual(
    [say('de-DE,de;q=0.9'), say('fr'), say('en'), say(undefined), say('toString')],
    Array(5).fill('Too little.'),
  )
})

test("an operator's reason follows the translated text", () => {
  const message = `${errorCodes['outgoing-stopped']} moving the node`
  assert.equal(
    translateError('outgoing-stopped', message, 'de'),
    'Ausgehende Zahlungen hat der Betreiber angehalten: moving the node',
  )
  assert.equal(translateError('outgoing-stopped', message, 'fr'), message)
})

test('a more specific message is not translated', () => {
  assert.equal(
    translateError('bad-request', 'Idempotency-Key: 1 to 255 characters', 'de'),
    'Idempotency-Key: 1 to 255 characters',
  )
})

test('a broken rule is said in the language of the page, and in English to programs', () => {
  const fault = brokenRule('rule.tierTaken', { name: 'Balcony', number: '3' })
  const said = (accepted?: string) => translateFault(fault, 'id', accepted)
  assert.deepEqual([fault.status, fault.code], [422, 'rule-broken'])
  assert.deepEqual(
    [said().message, said('en').message, said('fr').message],
    Array(3).fill('Balcony: 3 seats are taken.'),
  )
  assert.deepEqual([said('de').message, said('de').code], ['Balcony: 3 Plätze sind vergeben.', 'rule-broken'])
})
