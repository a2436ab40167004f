/** The script of the embedded player: audio, position, list, and reporting plays.
 * A separate script without the app; its page is write-embed.ts. */
import { claimPlayback, onOtherTabPlays } from '#web/player/state/other-tabs.ts'
import { createPlayMeter, type Play, type PlayMeter } from '#web/player/playing/play-meter.ts'
import { waveOf } from './wave.ts'
import { startZap, type ZapTarget, type ZapTexts } from './zap.ts'

type Sound = { id: string; title: string; byline: string | null; audioUrl: string; durationSeconds: number }
export type PlayerData = {
  title: string
  byline: string | null
  artworkUrl: string | null
  startSeconds: number
  sounds: Sound[]
  /** The content that is zapped before anything was played. Null where that is the first audio: for playlists, which cannot
   * be zapped, and for albums with one track. */
  contentId: string | null
  words: { zap: ZapTexts; play: string; pause: string; position: string; failed: string }
}

const AGENT = 'peal-embed/1'
const RESTART_AFTER_SECONDS = 5

const find = (id: string) => document.getElementById(id)

type Elements = ReturnType<typeof findElements>
type Player = {
  data: PlayerData
  elements: Elements
  audio: HTMLAudioElement
  meter: PlayMeter
  /** Of the current track or episode. */
  index: number
  /** The start position of audio that has not been loaded yet. */
  startSeconds: number
  isLoaded: boolean
  /** The user is dragging the position. */
  isSeeking: boolean
}

function start(data: PlayerData): void {
  const audio = new Audio()
  audio.preload = 'none'
  const { startSeconds } = data
  const meter = createPlayMeter(createPlayReporter(), Date.now)
  const elements = findElements()
  const player: Player = { data, elements, audio, meter, index: 0, startSeconds, isLoaded: false, isSeeking: false }
  listenToButtons(player)
  listenToAudio(player)
  addEventListener('pagehide', () => meter.end())
  onOtherTabPlays(() => audio.pause())
  startZap(data.words.zap, () => zapTargetOf(player))
  listenToSystem({
    play: () => begin(player),
    pause: () => audio.pause(),
    next: () => elements.next.click(),
    previous: () => elements.previous.click(),
  })
  show(player)
}

function findElements() {
  const by = find('by') as HTMLElement
  return {
    play: find('play') as HTMLButtonElement,
    seek: find('seek') as HTMLInputElement,
    previous: find('previous') as HTMLButtonElement,
    next: find('next') as HTMLButtonElement,
    status: document.querySelector('[role=status]') as HTMLElement,
    by,
    ownBy: [...by.childNodes],
    rows: [...document.querySelectorAll<HTMLButtonElement>('.list button')],
  }
}

const currentOf = ({ data, index }: Player) => data.sounds[index]!

const isPlaying = ({ audio, isLoaded }: Player) => isLoaded && !audio.paused

const secondsOf = ({ audio, isLoaded, startSeconds }: Player) =>
  isLoaded && audio.readyState > 0 ? audio.currentTime : startSeconds

const durationOf = (player: Player) =>
  player.isLoaded && Number.isFinite(player.audio.duration) ? player.audio.duration : currentOf(player).durationSeconds

function note(player: Player): void {
  player.meter.note({
    contentId: currentOf(player).id,
    isSounding: isPlaying(player) && player.audio.readyState > 2,
    positionSeconds: secondsOf(player),
    durationSeconds: durationOf(player),
  })
}

function show(player: Player): void {
  const { data, elements, audio, index, isLoaded } = player
  const { words, sounds } = data
  const current = currentOf(player)
  const name = sounds.length > 1 ? current.title : data.title
  elements.play.setAttribute('aria-label', (isPlaying(player) ? words.pause : words.play).replace('{title}', name))
  find('playing')?.toggleAttribute('hidden', isPlaying(player))
  find('pausing')?.toggleAttribute('hidden', !isPlaying(player))
  elements.rows.forEach((row, at) => row.setAttribute('aria-current', String(at === index && isLoaded)))
  if (audio.error !== null && isLoaded) elements.by.textContent = words.failed
  else if (sounds.length > 1 && isLoaded) elements.by.textContent = nameOf(current)
  else elements.by.replaceChildren(...elements.ownBy)
  elements.previous.disabled = index === 0 && secondsOf(player) < RESTART_AFTER_SECONDS
  elements.next.disabled = index === sounds.length - 1
  showTime(player)
}

function showTime(player: Player): void {
  const { seek } = player.elements
  const [played, total] = [write(secondsOf(player)), write(durationOf(player))]
  seek.max = String(Math.max(1, Math.round(durationOf(player))))
  if (!player.isSeeking) seek.value = String(Math.round(secondsOf(player)))
  const played100 = Math.min(100, (Number(seek.value) / Number(seek.max)) * 100)
  find('wave')?.style.setProperty('--played', `${played100}%`)
  const { position } = player.data.words
  seek.setAttribute('aria-valuetext', position.replace('{played}', played).replace('{total}', total))
}

function load(player: Player, from: number): void {
  const { audio, data } = player
  audio.src = currentOf(player).audioUrl
  audio.load()
  player.isLoaded = true
  if (from > 0) audio.currentTime = from
  announce(currentOf(player), data)
}

function begin(player: Player): void {
  const { audio, elements, isLoaded, startSeconds } = player
  if (!isLoaded || audio.error !== null) load(player, audio.error === null ? startSeconds : secondsOf(player))
  player.startSeconds = 0
  elements.status.textContent = ''
  claimPlayback()
  audio.play().catch(() => show(player))
  show(player)
}

function choose(player: Player, at: number): void {
  note(player)
  player.index = Math.min(Math.max(at, 0), player.data.sounds.length - 1)
  player.startSeconds = 0
  player.isLoaded = false
  begin(player)
  void showWave(currentOf(player).id)
}

/** A literal path, because importing the contract would include its schemas. */
const HORIZON = '/v1/horizon/'
let shownWave = ''

/** Of the track or episode that plays now; faces are those of the first one and are hidden for the others. */
async function showWave(contentId: string): Promise<void> {
  if (shownWave === contentId) return
  shownWave = contentId
  try {
    const response = await fetch(`${HORIZON}${contentId}`, { credentials: 'omit' })
    const { data } = (await response.json()) as { data: Parameters<typeof waveOf>[0] }
    const wave = waveOf(data)
    if (shownWave !== contentId) return
    for (const sheet of document.querySelectorAll('#wave .sound')) {
      sheet.querySelectorAll('path').forEach((path, index) => path.setAttribute('d', wave?.sound[index] ?? ''))
    }
    document.querySelector('.sats path')?.setAttribute('d', wave?.sats ?? '')
    document.querySelectorAll('.face').forEach((face) => face.toggleAttribute('hidden', true))
  } catch {
    // The wave of the previous one stays; it is only decoration.
  }
}

function listenToButtons(player: Player): void {
  const { audio, elements } = player
  const { play, seek, previous, next, rows } = elements
  play.addEventListener('click', () => (isPlaying(player) ? audio.pause() : begin(player)))
  previous.addEventListener('click', () => {
    const isRestart = secondsOf(player) > RESTART_AFTER_SECONDS || player.index === 0
    choose(player, isRestart ? player.index : player.index - 1)
  })
  next.addEventListener('click', () => choose(player, player.index + 1))
  rows.forEach((row, at) =>
    row.addEventListener('click', () => (at === player.index && player.isLoaded ? play.click() : choose(player, at))),
  )
  seek.addEventListener('input', () => {
    player.isSeeking = true
    showTime(player)
  })
  seek.addEventListener('change', () => {
    player.isSeeking = false
    if (player.isLoaded) audio.currentTime = Number(seek.value)
    else player.startSeconds = Number(seek.value)
    show(player)
  })
}

function listenToAudio(player: Player): void {
  const { audio, data, elements, meter } = player
  const { play, status } = elements
  for (const name of ['play', 'pause', 'playing', 'durationchange', 'seeked'] as const) {
    audio.addEventListener(name, () => {
      play.setAttribute('aria-busy', 'false')
      note(player)
      show(player)
    })
  }
  audio.addEventListener('waiting', () => play.setAttribute('aria-busy', 'true'))
  audio.addEventListener('timeupdate', () => {
    note(player)
    showTime(player)
  })
  audio.addEventListener('ended', () => {
    note(player)
    if (player.index < data.sounds.length - 1) return choose(player, player.index + 1)
    meter.end()
    player.index = 0
    player.startSeconds = 0
    player.isLoaded = false
    show(player)
  })
  audio.addEventListener('error', () => {
    if (!player.isLoaded) return
    audio.pause()
    play.setAttribute('aria-busy', 'false')
    status.textContent = data.words.failed
    show(player)
  })
}

function zapTargetOf(player: Player): ZapTarget {
  const { data, isLoaded } = player
  if (!isLoaded && data.contentId !== null) return { contentId: data.contentId, title: data.title, seconds: null }
  const { id, title } = currentOf(player)
  return { contentId: id, title, seconds: isLoaded ? Math.floor(secondsOf(player)) : null }
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
function createPlayReporter(): (play: Play, isOver: boolean) => void {
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
  return ({ contentId, startedAtMs, secondsHeard, heard }, isOver) => {
    untold.set(playId, {
      playId,
      contentId,
      startedAt: new Date(startedAtMs).toISOString(),
      secondsHeard: Math.round(secondsHeard * 10) / 10,
      agent: AGENT,
      source: 'embed',
      ...(isOver && { heard }),
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

const text = find('player')?.textContent
if (text) start(JSON.parse(text) as PlayerData)
