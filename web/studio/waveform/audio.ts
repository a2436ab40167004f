/** Playback in an editor: its own audio element, so that positions are exact and the player's queue is not touched.
 * Listening is web/player, which pauses while this plays. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { getWaveform } from '#contract/catalog/tracks.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

/** The track or episode being edited. */
export type EditedAudio = {
  id: string
  title: string
  /** Null while it is being processed. */
  liveUrl: string | null
  /** Null while it is being processed. */
  duration: number | null
  artworkUrl: string | null
}

type Moment = { playedSeconds: number; isPlaying: boolean; hasFailed: boolean }

export type Playback = {
  peaks: readonly number[] | null
  durationSeconds: number
  /** There is audio to play. */
  isReady: boolean
  /** A separate store, so that only what follows the playback re-renders. */
  moments: StoreApi<Moment>
  toggle: () => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** The exact current position; it is ahead of the last rendered one. */
  readSeconds: () => number
}

export function usePlayback(audioItem: EditedAudio): Playback {
  const { call } = useSite()
  const { data } = useQuery({
    ...callQuery(call, getWaveform, { params: { contentId: audioItem.id } }),
    enabled: audioItem.liveUrl !== null,
  })
  const [tape] = useState(createTape)
  useEffect(() => (audioItem.liveUrl === null ? undefined : tape.load(audioItem.liveUrl)), [tape, audioItem.liveUrl])
  return {
    peaks: data?.peaks ?? null,
    durationSeconds: audioItem.duration ?? 0,
    isReady: audioItem.liveUrl !== null && (audioItem.duration ?? 0) > 0,
    ...tape,
  }
}

export function useMoment<Part>(playback: Playback, select: (moment: Moment) => Part): Part {
  return useStore(playback.moments, select)
}

/** An editor pauses when another one starts to play. */
let pausePlaying: (() => void) | null = null

/** A single audio element, with its state as a store. */
function createTape(): Omit<Playback, 'peaks' | 'durationSeconds' | 'isReady'> & { load: (url: string) => () => void } {
  const moments = createStore<Moment>(() => ({ playedSeconds: 0, isPlaying: false, hasFailed: false }))
  let audio: HTMLAudioElement | null = null
  const reportTime = () => audio && moments.setState({ playedSeconds: audio.currentTime })
  const pause = () => audio?.pause()
  const play = () => {
    usePlayer.getState().pause()
    if (pausePlaying !== pause) pausePlaying?.()
    pausePlaying = pause
    if (audio?.error) audio.load()
    audio?.play().catch(() => moments.setState({ isPlaying: false }))
  }
  return {
    moments,
    play,
    pause,
    toggle: () => (audio?.paused === false ? pause() : play()),
    seek(seconds) {
      if (audio) audio.currentTime = seconds
      moments.setState({ playedSeconds: seconds })
    },
    readSeconds: () => audio?.currentTime ?? 0,
    load(url) {
      const element = new Audio(url)
      element.preload = 'metadata'
      audio = element
      const left = new AbortController()
      const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
        element.addEventListener(name, handle, { signal: left.signal })
      on('timeupdate', reportTime)
      on('seeking', reportTime)
      on('playing', () => {
        moments.setState({ isPlaying: true, hasFailed: false })
        requestAnimationFrame(function draw() {
          if (element.paused || left.signal.aborted) return
          reportTime()
          requestAnimationFrame(draw)
        })
      })
      for (const name of ['pause', 'ended'] as const) on(name, () => moments.setState({ isPlaying: false }))
      on('error', () => moments.setState({ isPlaying: false, hasFailed: true }))
      // Only one source plays at a time: when the player starts, the editor pauses.
      const stopListening = usePlayer.subscribe(({ isPlaying }, before) => {
        if (isPlaying && !before.isPlaying) element.pause()
      })
      return () => {
        left.abort()
        stopListening()
        element.pause()
        element.removeAttribute('src')
        element.load()
        audio = null
        moments.setState({ playedSeconds: 0, isPlaying: false, hasFailed: false })
      }
    },
  }
}
