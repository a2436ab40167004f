/** What is parsed as Markdown, and what remains text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './markdown.ts'

test('headings, paragraphs and lists', () => {
  const blocks = parseMarkdown(
    '# Terms\r\n\r\nOne line\nand its rest.\n\n- a\n- **b**\n  goes on\n\n1. first\n2) second\n\n---',
  )
  assert.deepEqual(
    blocks.map((block) => block.kind),
    ['heading', 'paragraph', 'list', 'list', 'rule'],
  )
  const [, paragraph, list, numbered] = blocks
  assert.deepEqual(paragraph, { kind: 'paragraph', spans: [{ kind: 'text', text: 'One line\nand its rest.' }] })
  assert.ok(list?.kind === 'list' && !list.isOrdered && list.items.length === 2)
  assert.deepEqual(list.items[1], [
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'text', text: 'goes on' },
  ])
  assert.ok(numbered?.kind === 'list' && numbered.isOrdered && numbered.items.length === 2)
})

test('links lead to pages and mails, and cannot execute scripts', () => {
  const spans = (text: string) => parseMarkdown(text).flatMap((block) => ('spans' in block ? block.spans : []))
  assert.deepEqual(spans('[us](mailto:a@b.example)'), [{ kind: 'link', text: 'us', href: 'mailto:a@b.example' }])
  assert.deepEqual(spans('See https://example.com/a.'), [
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://example.com/a', href: 'https://example.com/a' },
    { kind: 'text', text: '.' },
  ])
  for (const text of ['[x](javascript:alert)', '[x](//evil.example)', '[x](data:text/html,x)']) {
    assert.deepEqual(spans(text), [{ kind: 'text', text }])
  }
})

test('HTML stays text, and a long hostile text is parsed quickly', () => {
  assert.deepEqual(parseMarkdown('<script>alert(1)</script>'), [
    { kind: 'paragraph', spans: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
  ])
  const startedAt = performance.now()
  for (const part of ['*a', '[a](', '- ', '**', '`', '# #', '_ ', 'https://']) parseMarkdown(part.repeat(60_000))
  assert.ok(performance.now() - startedAt < 30_000)
})
