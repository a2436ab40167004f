/** Reads QR codes with the camera through the browser's Barcode Detection API, where it is supported.
 * What is shown meanwhile is code-camera.tsx. */

type CodeReader = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type CodeReaderClass = {
  new (options: { formats: string[] }): CodeReader
  getSupportedFormats(): Promise<string[]>
}

const FORMAT = 'qr_code'
const POLL_MS = 200
/** From this readyState on, a video has a picture. */
const HAVE_CURRENT_DATA = 2

function findReaderClass(): CodeReaderClass | null {
  const { BarcodeDetector: Reader = null } = globalThis as { BarcodeDetector?: CodeReaderClass }
  // Cameras are available in secure contexts only.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  return mediaDevices === undefined ? null : Reader
}

export async function canReadCodes(): Promise<boolean> {
  const formats = await findReaderClass()
    ?.getSupportedFormats()
    .catch((): string[] => [])
  return formats?.includes(FORMAT) === true
}

/** Shows the camera's picture until a code is recognised, and returns its text; null when it was stopped before.
 * Rejects when no camera is available. */
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
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
