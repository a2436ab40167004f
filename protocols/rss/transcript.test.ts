/** Reading transcripts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSubRip, writeTranscriptJson, writeWebVtt } from './captions.ts'
import { CUES_MAX, parseTranscript, type TranscriptProblem } from './transcript.ts'

const cuesOf = (file: string) => {
  const cues = parseTranscript(file)
  assert.ok(Array.isArray(cues), JSON.stringify(cues))
  return cues.map(({ startMs, endMs, speaker, text }) => [startMs, endMs, speaker, text])
}

test('the three formats are recognised by their content', () => {
  const vtt = [
    '\uFEFFWEBVTT - Night\nKind: captions\n',
    'NOTE 00:01 --> not a cue\n',
    'STYLE\n::cue { color: red }\n',
    'intro\n00:01.000 --> 00:02.500 align:start\n<v.loud Mara>Hello <i>there</i>,\n&lt;b&gt; &amp; 3 < 4\n',
    '1:00:02.500 --> 1:00:03.000\n<00:02.600>A<c.x> b</c>\n',
  ].join('\r\n')
  assert.deepEqual(cuesOf(vtt.replaceAll('\n', '\r\n')), [
    [1_000, 2_500, 'Mara', 'Hello there, <b> & 3 < 4'],
    [3_602_500, 3_603_000, null, 'A b'],
  ])
  const srt =
    '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">One</font>\ntwo\n\n2\n00:00:05,000 --> 00:00:06,000\nMore'
  assert.deepEqual(cuesOf(srt), [
    [1_000, 2_000, null, 'One two'],
    [5_000, 6_000, null, 'More'],
  ])
  const segments = [
    { speaker: ' Ben ', startTime: 0.5, endTime: 1, body: '<b>Plain</b> text.' },
    { startTime: 2, body: 'Next' },
  ]
  assert.deepEqual(cuesOf(JSON.stringify({ version: '1.0.0', segments })), [
    [500, 1_000, 'Ben', '<b>Plain</b> text.'],
    [2_000, 2_000, null, 'Next'],
  ])
})

test('words become lines: of one speaker, up to a pause or the end of a sentence', () => {
  const words = [
    ['Ada', 0, 'It'],
    ['Ada', 0.4, 'rains.'],
    ['Ada', 0.8, 'Again'],
    ['Ben', 1.2, 'Yes'],
    ['Ben', 9, 'still'],
  ].map(([speaker, startTime, body]) => ({ speaker, startTime, endTime: Number(startTime) + 0.3, body }))
  assert.deepEqual(
    cuesOf(JSON.stringify({ segments: words })).map(([startMs, , speaker, text]) => [startMs, speaker, text]),
    [
      [0, 'Ada', 'It rains.'],
      [800, 'Ada', 'Again'],
      [1_200, 'Ben', 'Yes'],
      [9_000, 'Ben', 'still'],
    ],
  )
})

test('cues out of order are put in order, and what no database stores is left out', () => {
  const file =
    'WEBVTT\n\n00:05.000 --> 00:06.000\nLate\n\n00:01.000 --> 00:02.000\nE\0arly\uD800 on\n\n00:03.000 --> 00:04.000\n \n'
  assert.deepEqual(cuesOf(file), [
    [1_000, 2_000, null, 'E arly\uFFFD on'],
    [5_000, 6_000, null, 'Late'],
  ])
})

test('what was written is read again', () => {
  const captions = [{ startSeconds: 1.5, endSeconds: 3_601, text: '<i>A & b</i>', speaker: 'Mara <M>' }]
  const written = [1_500, 3_601_000, 'Mara <M>', '<i>A & b</i>']
  assert.deepEqual(cuesOf(writeTranscriptJson(captions)), [written])
  assert.deepEqual(cuesOf(writeWebVtt(captions)), [written])
  assert.match(writeSubRip(captions), /^1\n00:00:01,500 --> 01:00:01,000\nMara <M>: /)
})

test('a damaged file is refused with the place that is wrong', () => {
  const cue = (times: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\nFirst\n\n${times}\nSecond\n`
  const time = (at: number): TranscriptProblem => ({ reason: 'time', at })
  const wrong: [file: string, problem: TranscriptProblem][] = [
    ['', { reason: 'empty' }],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\n\n', { reason: 'empty' }],
    ['Just some text.', { reason: 'format' }],
    ['<html><body>404</body></html>', { reason: 'format' }],
    ['{"segments": 5}', { reason: 'format' }],
    ['{"segments": [null]}', { reason: 'format' }],
    [`{"segments": ${'['.repeat(100_000)}`, { reason: 'format' }],
    ['{"segments": [{"startTime": -1, "body": "a"}]}', time(1)],
    ['{"segments": [{"startTime": 1e300, "body": "a"}]}', time(1)],
    ['{"segments": [{"startTime": 2, "endTime": 1, "body": "a"}]}', time(1)],
    [cue('-00:03.000 --> 00:04.000'), time(6)],
    [cue('00:03.000 --> 00:02.000'), time(6)],
    [cue('00:03.000 -> 00:04.000'), time(7)],
    [cue('99:99:99.999 --> 99:99:99.999'), time(6)],
    [cue('999:00:00.000 --> 999:00:01.000'), time(6)],
    [`WEBVTT\n\n${'00:01.000 --> 00:02.000\na\n\n'.repeat(CUES_MAX + 1)}`, { reason: 'too-many' }],
    [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(1_000_001)}`, { reason: 'too-long' }],
  ]
  for (const [file, problem] of wrong) assert.deepEqual(parseTranscript(file), problem, file.slice(0, 80))
})

test('tags that never end take no time', () => {
  for (const open of ['<', '<v ', '<a', '</', '&lt']) {
    const text = open.repeat(900_000 / open.length)
    assert.ok(Array.isArray(parseTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)), open)
  }
})
