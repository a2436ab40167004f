/** Listeners that work while something plays: loudness, timed artwork, autoplay, the sleep timer, the system's media
 * controls, play reports, episode positions, and bookmarks of a former visitor. They draw nothing and load with the first
 * play. */
import { useEffect } from 'react'
import { takeOverBookmarks } from '#web/player/bookmarks/bookmarks.ts'
import { useSession } from '#web/session/session.ts'
import { getChapters, getArtworkSegments } from '#contract/catalog/moments.ts'
import { getRadio } from '#contract/listening/taste.ts'
import { getWaveform } from '#contract/catalog/tracks.ts'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite, type Site } from '#web/data/site.ts'
import { levelOf } from './levels.ts'
import { joinMediaSession } from './media-session.ts'
import { reportListening } from './play-reports.ts'
import type { PlaybackState } from '#web/player/state/playback.ts'
import { advanceQueue, currentTrack, type Playable } from '#web/player/state/queue.ts'
import { resumeEpisodes } from './resume.ts'
import { runSleepTimer } from './sleep.ts'
import { usePlayer } from '#web/player/state/store.ts'

const RADIO_TRACKS = 20
/** Before the next track is prepared. */
const GO_ON_BEFORE_SECONDS = 30

export function PlayerListeners() {
  const site = useSite()
  useEffect(() => {
    const autoplayed = new Set<string>()
    const undo = [
      resumeEpisodes(site.call),
      reportListening(site.call, (id) => autoplayed.has(id)),
      runSleepTimer(),
      joinMediaSession(),
      followTrack((state) => void evenOut(site, state)),
      followQueueEnd((state) => void goOn(site, state, autoplayed)),
      showTimedArtwork(site),
      moveBookmarks(site),
      earnLate(site),
    ]
    return () => undo.forEach((one) => one())
  }, [site])
  return null
}

/** Loaded with the first track that has a promo. */
function earnLate(site: Site): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  const start = async () => {
    leave()
    const { earnByListening } = await import('./earning.ts')
    if (!isOver) stop = earnByListening(site)
  }
  const check = () => void (currentTrack(usePlayer.getState())?.hasPromo === true && void start())
  const leave = usePlayer.subscribe(check)
  check()
  return () => {
    isOver = true
    leave()
    stop?.()
  }
}

/** Into the account, as soon as there is a session. */
function moveBookmarks({ call, queries }: Site): () => void {
  const move = () => useSession.getState().session !== null && void takeOverBookmarks(call, queries)
  move()
  return useSession.subscribe((state, before) => state.session !== null && before.session === null && move())
}

/** Calls `work` for each track, and again when the queue or a setting changes. */
function followTrack(work: (state: PlaybackState) => void): () => void {
  work(usePlayer.getState())
  return usePlayer.subscribe((state, before) => {
    const hasChanged =
      state.activeTrackList !== before.activeTrackList ||
      state.activeTrackIndex !== before.activeTrackIndex ||
      state.isLevelled !== before.isLevelled ||
      state.autoplay !== before.autoplay ||
      state.shuffle !== before.shuffle ||
      state.repeat !== before.repeat
    if (hasChanged) work(state)
  })
}

/** Calls `work` when the track or the queue has changed. After the user has removed tracks from the queue, only near the
 * end of the track that plays: a queue that was cleared stays empty until then. */
function followQueueEnd(work: (state: PlaybackState) => void): () => void {
  let isShortened = false
  const leave = usePlayer.subscribe((state, before) => {
    const isSameTrack = state.activeTrackId === before.activeTrackId
    if (!isSameTrack) isShortened = false
    else if (state.activeTrackList.length < before.activeTrackList.length) isShortened = true
    if (!isShortened || state.trackDuration - state.trackPlayedSeconds > GO_ON_BEFORE_SECONDS) return
    isShortened = false
    work(state)
  })
  const unfollow = followTrack((state) => {
    if (!isShortened) work(state)
  })
  return () => {
    leave()
    unfollow()
  }
}

/** Sets the level of the current track and of the next one, so that it starts at the right level. */
async function evenOut({ queries, call }: Site, state: PlaybackState): Promise<void> {
  const { activeTrackList, activeTrackIndex } = state
  const tracks = [activeTrackList[activeTrackIndex], activeTrackList[activeTrackIndex + 1]].filter((one) => !!one)
  await Promise.all(
    tracks.map(async (track) => {
      const { level } = usePlayer.getState()
      if (!state.isLevelled || track.isElsewhere) return level(track.audioUrl, 1)
      const query = callQuery(call, getWaveform, { params: { contentId: track.id } })
      const shape = await queries.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).catch(() => null)
      if (shape && usePlayer.getState().isLevelled) level(track.audioUrl, levelOf(state, track, shape))
    }),
  )
}

/** Appends the radio of the last track of a queue, if autoplay is on. */
async function goOn({ call }: Site, state: PlaybackState, autoplayed: Set<string>): Promise<void> {
  const isLast = advanceQueue(state, 'ended', () => 0) === null
  const track = currentTrack(state)
  if (!state.autoplay || !isLast || track?.contentType !== 'track') return
  const query = { from: track.id, limit: String(RADIO_TRACKS) }
  const similar = await call(getRadio, { query }).then(
    ({ tracks }) => tracks,
    () => [],
  )
  const now = usePlayer.getState()
  if (now.activeTrackId !== track.id || now.activeTrackList !== state.activeTrackList || !now.autoplay) return
  const heard = new Set(now.activeTrackList.map(({ id }) => id))
  const fresh = playablesOfTracks(similar).filter(({ id }) => !heard.has(id))
  for (const { id } of fresh) autoplayed.add(id)
  if (fresh.length > 0) now.append(fresh)
}

type Timed = { startTime: number; endTime: number; artworkUrl: string }

async function readTimed({ queries, call }: Site, track: Playable): Promise<Timed[]> {
  if (track.isElsewhere) return []
  if (track.contentType === 'track') {
    const segments = await queries.fetchQuery(callQuery(call, getArtworkSegments, { params: { trackId: track.id } }))
    return segments.map(({ startTime, duration, artworkUrl }) => ({
      startTime,
      endTime: startTime + duration,
      artworkUrl,
    }))
  }
  const chapters = await queries.fetchQuery(callQuery(call, getChapters, { params: { episodeId: track.id } }))
  return chapters.flatMap(({ startTime, artworkUrl }, index) => {
    const endTime = chapters[index + 1]?.startTime ?? Number.POSITIVE_INFINITY
    return artworkUrl ? { startTime, endTime, artworkUrl } : []
  })
}

function showTimedArtwork(site: Site): () => void {
  let timed: Timed[] = []
  const read = async (track: Playable | null) => {
    timed = []
    const found = track ? await readTimed(site, track).catch(() => []) : []
    if (currentTrack(usePlayer.getState())?.id === track?.id) timed = found
    show(usePlayer.getState())
  }
  const show = ({ trackPlayedSeconds: at, timedArtworkUrl, set }: ReturnType<typeof usePlayer.getState>) => {
    const wanted = timed.find(({ startTime, endTime }) => at >= startTime && at < endTime)?.artworkUrl ?? null
    if (wanted !== timedArtworkUrl) set({ timedArtworkUrl: wanted })
  }
  void read(currentTrack(usePlayer.getState()))
  return usePlayer.subscribe((state, before) => {
    if (state.activeTrackId !== before.activeTrackId) void read(currentTrack(state))
    else if (state.trackPlayedSeconds !== before.trackPlayedSeconds) show(state)
  })
}
