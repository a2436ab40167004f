/** Resumes episodes where they were left: from this browser's storage, and from the server for other devices.
 * The queue as a whole is in recall.ts. */
import { listPositions, putPositions } from '#contract/listening/positions.ts'
import type { Call } from '#web/data/api.ts'
import { useSession } from '#web/session/session.ts'
import { currentTrack } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

type Place = { seconds: number; atMs: number }

const STORAGE_KEY = 'peal.positions'
const PLACES_MAX = 200
const NOTE_EVERY_SECONDS = 5
const SEND_EVERY_MS = 15_000
/** A newer position from the server is used only within the first seconds of listening. */
const SETTLED_SECONDS = 5
const SAME_SECONDS = 5
const END_SECONDS = 30

/** Returns a function that stops it. */
export function resumeEpisodes(call: Call): () => void {
  const places = createPlaces(call)
  let notedSeconds = 0
  const note = (contentId: string, seconds: number) => {
    notedSeconds = seconds
    places.note(contentId, seconds)
  }

  const leave = usePlayer.subscribe((state, before) => {
    if (state.activeTrackId === null) return places.clear()
    const wasEpisode = before.contentType === 'episode' && before.activeTrackId !== null
    if (state.activeTrackId !== before.activeTrackId) {
      if (wasEpisode && before.activeTrackId) note(before.activeTrackId, before.trackPlayedSeconds)
      notedSeconds = 0
      places.send()
      if (state.contentType === 'episode' && state.activeTrackId) void resume(call, state.activeTrackId, places)
      return
    }
    if (state.contentType !== 'episode' || !state.activeTrackId) return
    const hasPaused = before.isPlaying && !state.isPlaying
    const hasMoved = state.isPlaying && Math.abs(state.trackPlayedSeconds - notedSeconds) > NOTE_EVERY_SECONDS
    if (hasMoved || hasPaused) note(state.activeTrackId, state.trackPlayedSeconds)
    if (hasPaused || places.isDue()) places.send()
  })
  const { activeTrackId, contentType } = usePlayer.getState()
  if (activeTrackId && contentType === 'episode') void resume(call, activeTrackId, places)
  const onLeaving = () => {
    const state = usePlayer.getState()
    if (state.contentType === 'episode' && state.activeTrackId && state.isPlaying) {
      note(state.activeTrackId, state.trackPlayedSeconds)
    }
    places.send()
  }
  addEventListener('pagehide', onLeaving)
  return () => {
    leave()
    removeEventListener('pagehide', onLeaving)
  }
}

type Places = {
  of: (contentId: string) => Place | undefined
  note: (contentId: string, seconds: number) => void
  /** Sends what was noted since the last time. */
  send: () => void
  isDue: () => boolean
  /** At the end of the session, with the queue. */
  clear: () => void
}

function createPlaces(call: Call): Places {
  const places = readPlaces()
  const unsent = new Set<string>()
  let sentAtMs = 0
  const note = (contentId: string, seconds: number) => {
    places.delete(contentId)
    places.set(contentId, { seconds, atMs: Date.now() })
    for (const oldest of [...places.keys()].slice(0, Math.max(0, places.size - PLACES_MAX))) places.delete(oldest)
    writePlaces(places)
    unsent.add(contentId)
  }
  const send = () => {
    if (unsent.size === 0 || useSession.getState().session === null) return
    sentAtMs = Date.now()
    const positions = [...unsent].slice(0, 50).flatMap((contentId) => {
      const place = places.get(contentId)
      if (!place) return []
      const { seconds: positionSeconds, atMs } = place
      return { contentId, positionSeconds, listenedAt: new Date(atMs).toISOString() }
    })
    unsent.clear()
    call(putPositions, { body: { positions } }).catch(() => {
      for (const { contentId } of positions) unsent.add(contentId)
    })
  }
  return {
    of: (contentId) => places.get(contentId),
    note,
    send,
    isDue: () => Date.now() - sentAtMs > SEND_EVERY_MS,
    clear: () => {
      places.clear()
      unsent.clear()
      writeStored(STORAGE_KEY, null)
    },
  }
}

async function resume(call: Call, contentId: string, places: Places): Promise<void> {
  // If the user pressed a position on the waveform, that position wins.
  await Promise.resolve()
  const isUntouched = () => {
    const state = usePlayer.getState()
    return state.activeTrackId === contentId && state.trackPlayedSeconds < SETTLED_SECONDS
  }
  const local = places.of(contentId)
  if (local && isUntouched()) goTo(contentId, local.seconds)
  const beganAt = usePlayer.getState().trackPlayedSeconds
  if (useSession.getState().session === null) return
  const [known] = await call(listPositions, { query: { contentId } }).catch(() => [])
  if (!known || Date.parse(known.listenedAt) <= (local?.atMs ?? 0)) return
  const state = usePlayer.getState()
  const isSettled = state.isPlaying && Math.abs(state.trackPlayedSeconds - beganAt) > SETTLED_SECONDS
  if (state.activeTrackId !== contentId || isSettled) return
  goTo(contentId, known.positionSeconds)
}

/** An episode that was heard to the end restarts from the beginning. */
function goTo(contentId: string, seconds: number): void {
  const state = usePlayer.getState()
  const durationSeconds = currentTrack(state)?.durationSeconds ?? 0
  const isFinished = durationSeconds > 0 && seconds > durationSeconds - Math.min(END_SECONDS, durationSeconds / 10)
  const target = isFinished ? 0 : seconds
  if (state.activeTrackId === contentId && Math.abs(state.trackPlayedSeconds - target) > SAME_SECONDS / 2) {
    state.seek(target)
  }
}

function readPlaces(): Map<string, Place> {
  return new Map(
    Object.entries(readStored(STORAGE_KEY) ?? {}).filter((entry): entry is [string, Place] => {
      const { seconds, atMs } = (entry[1] ?? {}) as Partial<Place>
      return typeof seconds === 'number' && typeof atMs === 'number'
    }),
  )
}

function writePlaces(places: ReadonlyMap<string, Place>): void {
  writeStored(STORAGE_KEY, Object.fromEntries(places))
}
