/** The design page shows every component of web/ui, so that none is built that nobody can look at. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => fs.readFileSync(path.join(WEB, file), 'utf8')
const list = (folder: string, pattern: string) =>
  fs.globSync(pattern, { cwd: path.join(WEB, folder) }).filter((name) => !name.endsWith('.test.ts'))

/** Substituted by the build for another component, so it is seen wherever that one is. */
const PUT_IN_BY_BUILD = ['line-icon.ts']

/** The files of web/ui that a text imports. */
const partsIn = (text: string, from: RegExp): string[] => [...text.matchAll(from)].map(([, file]) => file!)

test('every design component is on the design page, alone or within another', () => {
  const shown = new Set(
    list('design', '*.tsx').flatMap((file) => partsIn(read(`design/${file}`), /from '[#]web\/ui\/([\w./-]+)'/g)),
  )
  // Components used only inside others are shown with them; a set may grow while it is iterated.
  for (const part of shown)
    for (const [, dot, name] of read(`ui/${part}`).matchAll(/(?:from|import\() ?'(?:[#]web\/ui|(\.))\/([\w./-]+)'/g))
      shown.add(dot === undefined ? name! : path.posix.join(path.posix.dirname(part), name!))
  const parts = list('ui', '**/*.{ts,tsx}')
  assert.ok(parts.length > 30)
  assert.deepEqual(
    parts.filter((part) => !shown.has(part) && !PUT_IN_BY_BUILD.includes(part)),
    [],
  )
})

test('every kind, tone and size of a component is shown', () => {
  const page = list('design', '*.tsx')
    .map((file) => read(`design/${file}`))
    .join('')
  const namesIn = (file: string, table: RegExp) => partsIn(table.exec(read(file))?.[1] ?? '', /(\w+): '/g)
  const kinds = namesIn('ui/layout/badge.tsx', /const TONES = \{([^}]+)\}/)
  const looks = namesIn('ui/controls/icon-button.tsx', /const KINDS = \{([^}]+)\}/)
  assert.ok(kinds.length > 1 && looks.length > 1)
  // 'plain' is the default, so it is shown without being named.
  const isShown = (attribute: string, value: string) => value === 'plain' || page.includes(`${attribute}="${value}"`)
  assert.deepEqual(
    [
      ...kinds.filter((kind) => !isShown('tone', kind)).map((kind) => `badge: ${kind}`),
      ...looks.filter((look) => !isShown('kind', look)).map((look) => `icon button: ${look}`),
    ],
    [],
  )
})
