/** The names of stored streams: those that players derive from the URL of the MP3 (contract/catalog/streams.ts). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamed } from './transcode-job.ts'
import { audioFiles, streamKey } from './uploads.ts'

test('the streams of an asset are found from its MP3', () => {
  assert.deepEqual(
    audioFiles(streamKey('an-asset', 'mp3')).toSorted(),
    streamed.map((codec) => streamKey('an-asset', codec)).toSorted(),
  )
})
