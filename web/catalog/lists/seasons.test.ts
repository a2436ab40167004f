/** Grouping the episodes of a show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EpisodeWire } from '#web/player/state/playables.ts'
import { groupBySeason } from './seasons.ts'

const episode = (title: string, season: number | null, kind: EpisodeWire['kind'] = 'full') =>
  ({ title, season, kind }) as EpisodeWire
const shown = (episodes: readonly EpisodeWire[]) =>
  groupBySeason(episodes).map(({ season, episodes: some }) => [season, ...some.map(({ title }) => title)])

test('a show of one season is one list, trailers first', () => {
  assert.deepEqual(shown([]), [[null]])
  const episodes = [episode('B', 1), episode('Late', 1, 'trailer'), episode('A', null), episode('T', null, 'trailer')]
  assert.deepEqual(shown(episodes), [[null, 'Late', 'T', 'B', 'A']])
})

test('several seasons are groups, the newest first, between the trailers of the show and what has no season', () => {
  const episodes = [
    episode('2.2', 2),
    episode('Extra', null, 'bonus'),
    episode('Soon', 2, 'trailer'),
    episode('1.1', 1),
    episode('Show', null, 'trailer'),
    episode('11', 11),
  ]
  assert.deepEqual(shown(episodes), [
    [null, 'Show'],
    [11, '11'],
    [2, 'Soon', '2.2'],
    [1, '1.1'],
    [null, 'Extra'],
  ])
})
