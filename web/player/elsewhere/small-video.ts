/** The small window of browsers that only show videos in one: a drawing of the cover, the names and the horizon as a silent
 * video. The system's own buttons control it. */
import { usePlayer } from '#web/player/state/store.ts'
import { currentTrack, type Playable } from '#web/player/state/queue.ts'

const SIDE_PX = 512
const FOOT_PX = 132
const PER_SECOND = 2

type Open = { video: HTMLVideoElement; timer: ReturnType<typeof setInterval> }
let open: Open | null = null

export async function openSmallVideo(onClose: () => void): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX + FOOT_PX
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = canvas.captureStream(PER_SECOND)
  const cover = createCover()
  const draw = () => drawPlayer(canvas, cover)
  draw()
  await video.play()
  await video.requestPictureInPicture()
  const timer = setInterval(draw, 1_000 / PER_SECOND)
  open = { video, timer }
  video.addEventListener('leavepictureinpicture', () => {
    clearInterval(timer)
    open = null
    onClose()
  })
}

export async function closeSmallVideo(): Promise<void> {
  if (open && document.pictureInPictureElement === open.video) await document.exitPictureInPicture()
}

/** The image of what plays now; drawn once it has arrived. */
function createCover(): (track: Playable, timedUrl: string | null) => HTMLImageElement | null {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  return ({ artworkUrl }, timedUrl) => {
    const src = timedUrl ?? artworkUrl
    if (src === null) return null
    const { href } = new URL(src, location.href)
    if (image.src !== href) image.src = href
    return image.complete && image.naturalWidth > 0 ? image : null
  }
}

function drawPlayer(canvas: HTMLCanvasElement, coverOf: ReturnType<typeof createCover>): void {
  const context = canvas.getContext('2d')
  const state = usePlayer.getState()
  const track = currentTrack(state)
  if (!context || !track) return
  const { flood, on, under } = track.colours?.night ?? { flood: '#2a1648', on: '#fffaf0', under: '#1e1033' }
  context.fillStyle = flood
  context.fillRect(0, 0, canvas.width, SIDE_PX)
  const image = coverOf(track, state.timedArtworkUrl)
  if (image) context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX)
  context.fillStyle = under
  context.fillRect(0, SIDE_PX, canvas.width, FOOT_PX)
  context.fillStyle = on
  context.fillRect(0, SIDE_PX, canvas.width * state.trackProgress, 6)
  context.fillStyle = '#fffaf0'
  context.font = '700 34px sans-serif'
  context.fillText(track.title, 24, SIDE_PX + 60, canvas.width - 48)
  context.font = '26px sans-serif'
  context.fillText(track.artist, 24, SIDE_PX + 102, canvas.width - 48)
}
