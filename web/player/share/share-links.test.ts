/** The URLs and the embed code that are shared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedPathOf } from '#web/frame/share-target.ts'
import { embedCode, embedUrlOf, linkOf, ownSizeOf, readTime } from './share-links.ts'

test('a link starts at a second when requested', () => {
  const target = { path: '/track/1', title: 'Low Tide' }
  assert.equal(linkOf(target, 'https://peal.example', 0), 'https://peal.example/track/1')
  assert.equal(linkOf(target, 'https://peal.example', 83), 'https://peal.example/track/1?t=83')
})

test('embeddable content has its own player URL, in every language', () => {
  assert.equal(embedPathOf('/ja/artist/%E9%9B%A8'), '/embed/artist/%E9%9B%A8')
  assert.equal(embedPathOf('/profile/mara'), null)
  assert.equal(ownSizeOf('/embed/album/1'), 'large')
  assert.equal(ownSizeOf('/embed/track/1'), 'medium')
  const url = embedUrlOf('/embed/track/1', 'https://peal.example', 5, { size: 'small', theme: 'dark' }, 'de')
  assert.equal(url, 'https://peal.example/embed/track/1?t=5&theme=dark&lang=de')
  assert.match(embedCode(url, 80, 'A "title"'), /t=5&amp;theme=dark.* height="80" title="A &quot;title&quot;"/)
})

test('times are read as people write them', () => {
  assert.deepEqual(['1:23', '83', '1:02:03', ' 0:05 '].map(readTime), [83, 83, 3_723, 5])
  assert.deepEqual(['', '1:75', 'soon', '1:2:3:4', '-1'].map(readTime), [null, null, null, null, null])
})
