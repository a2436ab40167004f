/** Lines with times as SubRip and WebVTT. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSubRip, writeWebVtt } from './captions.ts'

const captions = [
  { startSeconds: 0, endSeconds: 59.9996, text: 'One\n\n2\n<b> & more' },
  { startSeconds: 3_661.05, endSeconds: 3_663, text: 'Two' },
]

test('times are rounded to milliseconds, and no line ends a caption early', () => {
  assert.equal(
    writeSubRip(captions),
    '1\n00:00:00,000 --> 00:01:00,000\nOne 2 <b> & more\n\n2\n01:01:01,050 --> 01:01:03,000\nTwo\n\n',
  )
  assert.equal(
    writeWebVtt(captions),
    'WEBVTT\n\n00:00:00.000 --> 00:01:00.000\nOne 2 &lt;b&gt; &amp; more\n\n01:01:01.050 --> 01:01:03.000\nTwo\n\n',
  )
})
