/** Every call of the interface that may need a proof of identity can send one. Reads the sources; the dialog itself is
 * tested in tests/browser/settings.test.ts. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'node:test'
import { calls } from '#contract/calls.ts'

const names = Object.entries(calls).flatMap(([name, { proof }]) => (proof === undefined ? [] : [name]))
const uses = fs
  .globSync('web/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => {
    const source = fs.readFileSync(file, 'utf8')
    return [...source.matchAll(/\b(?:call|signed)\(\s*(\w+)/g)]
      .filter(([, name]) => names.includes(name!))
      .map(({ 1: name, index }) => ({ name: name!, file, text: readParentheses(source.slice(index)) }))
  })

/** From the start to the end of the first parentheses. */
function readParentheses(source: string): string {
  let depth = 0
  const end = [...source].findIndex((letter) => {
    if (letter === '(') depth += 1
    if (letter !== ')') return false
    depth -= 1
    return depth === 0
  })
  return source.slice(0, end + 1)
}

test('every call that may need a proof passes one on', () => {
  assert.ok(uses.length > 20, `only ${uses.length} uses were found`)
  const without = uses
    .filter(({ text }) => !/\b(proof|options)\b/.test(text))
    .map(({ name, file }) => `${name} in ${file}`)
  // Joining a team needs none. Ownership, which does, is offer.tsx.
  assert.deepEqual(without, ['acceptInvitation in web/team/invitation-page.tsx'])
})

const HAPPENED = [
  /\b(added|changed|deleted|removed|(un)?linked|turned|allowed)\b/,
  /(gefügt|geändert|gelöscht|entfernt|[ai]d[ao]s?)$/,
]

test('the question for a proof does not say that the action has happened', () => {
  for (const language of ['en', 'de', 'es', 'pt']) {
    const texts = JSON.parse(fs.readFileSync(`locales/${language}/account.json`, 'utf8')) as Record<string, string>
    const actions = Object.entries(texts).filter(([key]) =>
      /^proofAction\.(add|change|remove|delete|lift|keep)/.test(key),
    )
    assert.ok(actions.length > 8)
    assert.deepEqual(
      actions.filter(([, text]) => HAPPENED.some((form) => form.test(text))),
      [],
    )
  }
})
