/** Content shared by other apps leads to a page here, or to a search. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOfShared } from './shared-target.ts'

const OWN = ['https://peal.example']
const NADDR = 'naddr1qvzqqqr4gupzp7l3kqwtltdvdlq0v3vccr4z0pu3t4j3hj6r7cpxcm2qp'

test('a shared link, nostr code or text leads to its page', () => {
  const table: [shared: Record<string, string>, path: string][] = [
    [{ url: 'https://peal.example/track/1?t=83' }, '/track/1?t=83'],
    [{ text: 'Listen: https://peal.example/de/album/1' }, '/album/1'],
    [{ url: 'https://peal.example/de' }, '/'],
    [{ url: `https://njump.example/${NADDR}` }, `/n/${NADDR}`],
    [{ text: `nostr:${NADDR}` }, `/n/${NADDR}`],
    [{ title: 'First Light', url: 'https://music.example/x' }, '/search?q=First+Light'],
    [{ text: 'Mara Voss' }, '/search?q=Mara+Voss'],
    [{ url: 'https://peal.example/nowhere', title: 'A song' }, '/search?q=A+song'],
    [
      { url: 'https://peal.example.evil.example/track/1' },
      '/search?q=https%3A%2F%2Fpeal.example.evil.example%2Ftrack%2F1',
    ],
    [{ text: 'x'.repeat(500) }, `/search?q=${'x'.repeat(200)}`],
    [{}, '/search'],
    [{ url: ' ' }, '/search'],
  ]
  for (const [shared, path] of table) assert.equal(pathOfShared(new URLSearchParams(shared), OWN), path)
})
