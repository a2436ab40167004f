/** The guid of a feed, with the test vectors of the podcast namespace. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guidOfFeed } from './guid.ts'

test('both test vectors of the specification match', () => {
  assert.equal(guidOfFeed('https://mp3s.nashownotes.com/pc20rss.xml'), '917393e3-1b1e-5cef-ace4-edaa54e1f810')
  assert.equal(guidOfFeed('podnews.net/rss'), '9b024349-ccf0-5f69-a609-6b82873eab3c')
})

test('scheme and trailing slashes do not count', () => {
  for (const address of ['podnews.net/rss', 'http://podnews.net/rss', 'feed://podnews.net/rss/', 'podnews.net/rss//']) {
    assert.equal(guidOfFeed(address), '9b024349-ccf0-5f69-a609-6b82873eab3c', address)
  }
})
