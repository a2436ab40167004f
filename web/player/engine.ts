/** The sound: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows addresses and seconds, never tracks; what plays next is the queue's. */

export type EngineListener = {
  onTime: (playedSeconds: number, durationSeconds: number) => void
  /** The element really plays or stands still, whatever was asked of it. */
  onPlaying: (isPlaying: boolean) => void
  /** Sound is wanted but has not arrived yet. */
  onWaiting: (isWaiting: boolean) => void
  onEnded: () => void
  onFailed: () => void
}

export type Engine = {
  /** Takes the prepared element when it holds this address already. */
  load: (url: string, startSeconds?: number) => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** Fetches the beginning of what comes next, so that it follows without a gap. */
  prepare: (url: string | null) => void
  setVolume: (volume: number, isMuted: boolean) => void
}

export function createEngine(listener: EngineListener): Engine {
  let active = createElement()
  let standby = createElement()
  const listened = new AbortController()
  for (const element of [active, standby]) listen(element)

  function listen(element: HTMLAudioElement): void {
    const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
      element.addEventListener(name, () => element === active && handle(), { signal: listened.signal })
    const tellTime = () =>
      listener.onTime(element.currentTime, Number.isFinite(element.duration) ? element.duration : 0)
    on('timeupdate', tellTime)
    on('seeking', tellTime)
    on('durationchange', tellTime)
    on('playing', () => {
      listener.onWaiting(false)
      listener.onPlaying(true)
    })
    on('waiting', () => listener.onWaiting(true))
    on('canplay', () => listener.onWaiting(false))
    // Reaching the end also pauses; only the end is told then.
    on('pause', () => !element.ended && listener.onPlaying(false))
    on('ended', listener.onEnded)
    on('error', () => {
      if (!element.getAttribute('src')) return
      listener.onWaiting(false)
      listener.onFailed()
    })
  }

  return {
    load(url, startSeconds = 0) {
      const isReady = standby.getAttribute('src') === url && standby.error === null
      if (isReady) {
        const left = active
        active = standby
        standby = left
        standby.pause()
        standby.removeAttribute('src')
        standby.load()
        active.volume = standby.volume
        active.muted = standby.muted
      } else {
        active.src = url
        active.load()
      }
      active.currentTime = startSeconds
    },
    play() {
      listener.onWaiting(active.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)
      active.play().catch((error: unknown) => {
        // A newer load or pause came in between, or the browser wants a gesture first; neither is a fault of the file.
        if (error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)) {
          listener.onWaiting(false)
          if (error.name === 'NotAllowedError') listener.onPlaying(false)
        }
      })
    },
    pause: () => active.pause(),
    seek(seconds) {
      active.currentTime = seconds
    },
    prepare(url) {
      if (standby.getAttribute('src') === url) return
      if (url === null) standby.removeAttribute('src')
      else standby.src = url
      standby.load()
    },
    setVolume(volume, isMuted) {
      for (const element of [active, standby]) {
        element.volume = volume
        element.muted = isMuted
      }
    },
  }
}

function createElement(): HTMLAudioElement {
  const element = new Audio()
  element.preload = 'auto'
  return element
}
