/** What a browser brings to read codes with a camera (the Barcode Detection API), where it brings it.
 * Not what is shown meanwhile; that is code-camera.tsx. */

type CodeReader = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type CodeReaderClass = {
  new (options: { formats: string[] }): CodeReader
  getSupportedFormats(): Promise<string[]>
}

const FORMAT = 'qr_code'
const LOOK_MS = 200
/** From then on a video has a picture. */
const HAVE_CURRENT_DATA = 2

function findReaderClass(): CodeReaderClass | null {
  const { BarcodeDetector: Reader = null } = globalThis as { BarcodeDetector?: CodeReaderClass }
  // Cameras are for secure addresses alone; elsewhere there are none.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  return mediaDevices === undefined ? null : Reader
}

export async function canReadCodes(): Promise<boolean> {
  const formats = await findReaderClass()
    ?.getSupportedFormats()
    .catch((): string[] => [])
  return formats?.includes(FORMAT) === true
}

/** Shows what the camera sees until a code is in it, and answers what that says; null when it was stopped before. Rejects
 * when there is no camera to be had. */
export async function readCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const Reader = findReaderClass()
  if (Reader === null) throw new Error('This browser reads no codes')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    const reader = new Reader({ formats: [FORMAT] })
    while (!signal.aborted) {
      const codes = video.readyState >= HAVE_CURRENT_DATA ? await reader.detect(video) : []
      const said = codes[0]?.rawValue.trim() ?? ''
      if (said !== '' && !signal.aborted) return said
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
