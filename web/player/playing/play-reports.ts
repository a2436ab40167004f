/** Reports plays to the server. Reports that could not be sent are saved in this browser and sent later.
 * What counts as a play is measured by play-meter.ts. */
import type { Sent } from '#contract/endpoint.ts'
import { PLAYS_MAX, reportPlays } from '#contract/listening/plays.ts'
import { playSourceOf, type PlaySource } from '#contract/play-sources.ts'
import { ApiError, newKey, type Call } from '#web/data/api.ts'
import { createPlayMeter, type Moment, type Play } from './play-meter.ts'
import type { PlaybackState } from '#web/player/state/playback.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { splitLanguage } from '#web/words/language.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

type Report = Sent<typeof reportPlays>['body']['plays'][number]

const STORAGE_KEY = 'peal.plays'
const AGENT = 'peal-web/1'
const TRY_EVERY_MS = 60_000
/** About a week of listening without a network. */
const KEPT_MAX = 500

/** `isAutoplayed`: the track was started by autoplay, not by the user. Returns a function that stops reporting. */
export function reportListening(call: Call, isAutoplayed: (contentId: string) => boolean): () => void {
  let reports = readKept()
  let isSending = false
  /** The current play. */
  let [playId, source] = [newId(), sourceOf(usePlayer.getState().activeTrackId)]

  function sourceOf(contentId: string | null): PlaySource {
    return contentId !== null && isAutoplayed(contentId)
      ? 'autoplay'
      : playSourceOf(splitLanguage(location.pathname).path)
  }
  const meter = createPlayMeter((play, isOver) => {
    reports = [...reports.filter((one) => one.playId !== playId), toReport(play, playId, source, isOver)].slice(
      -KEPT_MAX,
    )
    saveReports(reports)
    if (isOver) playId = newId()
    void send()
  }, Date.now)

  const send = async () => {
    if (isSending || reports.length === 0) return
    isSending = true
    const sent = reports.slice(0, PLAYS_MAX)
    let isMore = false
    try {
      await call(reportPlays, { body: { plays: sent } })
      deleteReports(sent)
      isMore = sent.length === PLAYS_MAX
    } catch (error) {
      // A refused batch will be refused again; without a response it is sent again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
        deleteReports(sent)
    } finally {
      isSending = false
    }
    if (isMore) void send()
  }
  const deleteReports = (sent: readonly Report[]) => {
    reports = reports.filter((one) => !sent.includes(one))
    saveReports(reports)
  }

  const note = (state: PlaybackState, before?: PlaybackState) => {
    meter.note(momentOf(state))
    if (state.activeTrackId === before?.activeTrackId) return
    source = sourceOf(state.activeTrackId)
    // The session has ended, and the queue was cleared. What is being sent arrives.
    if (state.activeTrackId === null) deleteReports(reports)
  }
  const leave = usePlayer.subscribe(note)
  note(usePlayer.getState())
  void send()
  const timer = setInterval(() => void send(), TRY_EVERY_MS)
  const onLeaving = () => meter.end()
  const onOnline = () => void send()
  addEventListener('pagehide', onLeaving)
  addEventListener('online', onOnline)
  return () => {
    leave()
    clearInterval(timer)
    removeEventListener('pagehide', onLeaving)
    removeEventListener('online', onOnline)
  }
}

function momentOf(state: PlaybackState): Moment {
  return {
    contentId: state.activeTrackId,
    isSounding: state.isPlaying && !state.isWaiting && state.trouble === null,
    positionSeconds: state.trackPlayedSeconds,
    durationSeconds: state.trackDuration,
  }
}

function toReport(play: Play, playId: string, source: PlaySource, isOver: boolean): Report {
  const { contentId, heard } = play
  const startedAt = new Date(play.startedAtMs).toISOString()
  const secondsHeard = Math.round(play.secondsHeard * 10) / 10
  return { playId, contentId, secondsHeard, startedAt, agent: AGENT, source, ...(isOver && { heard }) }
}

/** A UUID, also on pages served over plain HTTP, where randomUUID is missing. */
function newId(): string {
  const key = newKey()
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `8${key.slice(17, 20)}`, key.slice(20)]
  return parts.join('-')
}

function readKept(): Report[] {
  const stored = readStored(STORAGE_KEY)
  const isReport = (one: unknown): one is Report =>
    typeof one === 'object' && one !== null && 'playId' in one && 'contentId' in one && 'secondsHeard' in one
  return Array.isArray(stored) ? stored.filter(isReport).slice(-KEPT_MAX) : []
}

function saveReports(reports: readonly Report[]): void {
  writeStored(STORAGE_KEY, reports.length === 0 ? null : reports)
}
