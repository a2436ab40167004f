/** The script of the embedded player: audio, position, list, and reporting plays.
 * A separate script without the app; its page is write-embed.ts. */
import { claimSound, onOtherTabPlays } from '#web/player/state/other-tabs.ts'
import { createPlayMeter, type Play } from '#web/player/playing/play-meter.ts'
import { startZap, type ZapTarget, type ZapWords } from './zap.ts'

type Sound = { id: string; title: string; byline: string | null; audioUrl: string; durationSeconds: number }
export type PlayerData = {
  title: string
  byline: string | null
  artworkUrl: string | null
  startSeconds: number
  sounds: Sound[]
  /** The content that is zapped before anything was played; null for playlists, which cannot be zapped. */
  contentId: string | null
  words: { zap: ZapWords; play: string; pause: string; position: string; failed: string }
}

const AGENT = 'peal-embed/1'
const RESTART_AFTER_SECONDS = 5

const find = (id: string) => document.getElementById(id)
const text = find('player')?.textContent
if (text) start(JSON.parse(text) as PlayerData)

function start(data: PlayerData): void {
  const { sounds, words } = data
  const [play, seek] = [find('play') as HTMLButtonElement, find('seek') as HTMLInputElement]
  const [previous, next] = [find('previous') as HTMLButtonElement, find('next') as HTMLButtonElement]
  const status = document.querySelector('[role=status]') as HTMLElement
  const by = find('by') as HTMLElement
  const ownBy = [...by.childNodes]
  const rows = [...document.querySelectorAll<HTMLButtonElement>('.list button')]
  const audio = new Audio()
  audio.preload = 'none'
  let index = 0
  /** The start position of audio that has not been loaded yet. */
  let startSeconds = data.startSeconds
  let isLoaded = false
  let isSeeking = false

  const current = () => sounds[index]!
  const seconds = () => (isLoaded && audio.readyState > 0 ? audio.currentTime : startSeconds)
  const duration = () => (Number.isFinite(audio.duration) && isLoaded ? audio.duration : current().durationSeconds)
  const tell = createTeller()
  const meter = createPlayMeter((heard, isOver) => tell(heard, isOver), Date.now)

  const note = () => {
    meter.note({
      contentId: current().id,
      isSounding: isLoaded && !audio.paused && audio.readyState > 2,
      positionSeconds: seconds(),
      durationSeconds: duration(),
    })
  }

  const show = () => {
    const isPlaying = isLoaded && !audio.paused
    const name = sounds.length > 1 ? current().title : data.title
    play.setAttribute('aria-label', (isPlaying ? words.pause : words.play).replace('{title}', name))
    find('playing')?.toggleAttribute('hidden', isPlaying)
    find('pausing')?.toggleAttribute('hidden', !isPlaying)
    rows.forEach((row, at) => row.setAttribute('aria-current', String(at === index && isLoaded)))
    if (audio.error !== null && isLoaded) by.textContent = words.failed
    else if (sounds.length > 1 && isLoaded) by.textContent = nameOf(current())
    else by.replaceChildren(...ownBy)
    previous.disabled = index === 0 && seconds() < RESTART_AFTER_SECONDS
    next.disabled = index === sounds.length - 1
    showTime()
  }
  const showTime = () => {
    const [played, total] = [write(seconds()), write(duration())]
    seek.max = String(Math.max(1, Math.round(duration())))
    if (!isSeeking) seek.value = String(Math.round(seconds()))
    seek.style.setProperty('--played', `${Math.min(100, (Number(seek.value) / Number(seek.max)) * 100)}%`)
    seek.setAttribute('aria-valuetext', words.position.replace('{played}', played).replace('{total}', total))
    find('played')!.textContent = played
    find('total')!.textContent = total
  }

  const load = (from: number) => {
    audio.src = current().audioUrl
    audio.load()
    isLoaded = true
    if (from > 0) audio.currentTime = from
    announce(current(), data)
  }
  const begin = () => {
    if (!isLoaded || audio.error !== null) load(audio.error === null ? startSeconds : seconds())
    startSeconds = 0
    status.textContent = ''
    claimSound()
    audio.play().catch(() => show())
    show()
  }
  const choose = (at: number, from = 0) => {
    note()
    index = Math.min(Math.max(at, 0), sounds.length - 1)
    startSeconds = from
    isLoaded = false
    begin()
  }

  play.addEventListener('click', () => (isLoaded && !audio.paused ? audio.pause() : begin()))
  previous.addEventListener('click', () =>
    seconds() > RESTART_AFTER_SECONDS || index === 0 ? choose(index) : choose(index - 1),
  )
  next.addEventListener('click', () => choose(index + 1))
  rows.forEach((row, at) => row.addEventListener('click', () => (at === index && isLoaded ? play.click() : choose(at))))
  seek.addEventListener('input', () => {
    isSeeking = true
    showTime()
  })
  seek.addEventListener('change', () => {
    isSeeking = false
    if (isLoaded) audio.currentTime = Number(seek.value)
    else startSeconds = Number(seek.value)
    show()
  })
  for (const name of ['play', 'pause', 'playing', 'durationchange', 'seeked'] as const) {
    audio.addEventListener(name, () => {
      play.setAttribute('aria-busy', 'false')
      note()
      show()
    })
  }
  audio.addEventListener('waiting', () => play.setAttribute('aria-busy', 'true'))
  audio.addEventListener('timeupdate', () => {
    note()
    showTime()
  })
  audio.addEventListener('ended', () => {
    note()
    if (index < sounds.length - 1) return choose(index + 1)
    meter.end()
    index = 0
    startSeconds = 0
    isLoaded = false
    show()
  })
  audio.addEventListener('error', () => {
    if (!isLoaded) return
    audio.pause()
    play.setAttribute('aria-busy', 'false')
    status.textContent = words.failed
    show()
  })
  addEventListener('pagehide', () => meter.end())
  onOtherTabPlays(() => audio.pause())
  startZap(words.zap, (): ZapTarget => {
    if (!isLoaded && data.contentId !== null) return { contentId: data.contentId, title: data.title, seconds: null }
    const { id, title } = current()
    return { contentId: id, title, seconds: isLoaded ? Math.floor(seconds()) : null }
  })
  listenToSystem({
    play: begin,
    pause: () => audio.pause(),
    next: () => next.click(),
    previous: () => previous.click(),
  })
  show()
}

const nameOf = ({ title, byline }: Sound) => (byline === null ? title : `${title} – ${byline}`)

/** 83 is '1:23'. */
function write(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60)]
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${rest.padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** The system's media controls show the current track, and have buttons too. */
function announce({ title, byline }: Sound, { artworkUrl, byline: ofAll, title: whole }: PlayerData): void {
  if (!('mediaSession' in navigator)) return
  const artwork = artworkUrl === null ? [] : [{ src: new URL(artworkUrl, location.href).href }]
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist: byline ?? ofAll ?? whole, artwork })
}

function listenToSystem(does: { play: () => void; pause: () => void; next: () => void; previous: () => void }): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.setActionHandler('play', does.play)
  mediaSession.setActionHandler('pause', does.pause)
  mediaSession.setActionHandler('nexttrack', does.next)
  mediaSession.setActionHandler('previoustrack', does.previous)
}

/** Reports each play under one id, once when it counts and again at its end. Failed reports are sent with the next one;
 * nothing is stored in the embedding page. */
function createTeller(): (play: Play, isOver: boolean) => void {
  let playId = newId()
  let untold = new Map<string, object>()
  const send = async () => {
    const plays = [...untold.values()]
    const told = untold
    untold = new Map()
    try {
      const response = await fetch('/v1/plays', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ plays }),
        credentials: 'omit',
        keepalive: true,
      })
      if (response.status >= 500 || response.status === 429) throw new Error(`answered ${response.status}`)
    } catch {
      untold = new Map([...told, ...untold].slice(-20))
    }
  }
  return ({ contentId, startedAtMs, secondsHeard }, isOver) => {
    untold.set(playId, {
      playId,
      contentId,
      startedAt: new Date(startedAtMs).toISOString(),
      secondsHeard: Math.round(secondsHeard * 10) / 10,
      agent: AGENT,
      source: 'embed',
    })
    if (isOver) playId = newId()
    void send()
  }
}

/** A UUID, generated here because randomUUID is missing on pages served over plain HTTP. */
function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
