/** Reads QR codes with the camera, in browsers that have a barcode reader. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const LOOK_MS = 250
/** The same code is not read again for this long. */
const AGAIN_MS = 4_000

const detectorClass = (): DetectorClass | undefined =>
  typeof window === 'undefined' ? undefined : (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = (): boolean => detectorClass() !== undefined && 'mediaDevices' in navigator

export function DoorCamera({ onCode, onEnd }: { onCode: (code: string) => void; onEnd: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const onCodeNow = useRef(onCode)
  onCodeNow.current = onCode
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setInterval> | undefined
    let isOver = false
    let last = { code: '', at: 0 }
    const Detect = detectorClass()
    if (Detect === undefined) return
    const detector = new Detect({ formats: ['qr_code'] })
    const look = async () => {
      if (!video.current || video.current.readyState < 2) return
      const [found] = await detector.detect(video.current).catch(() => [])
      const now = Date.now()
      if (found === undefined || (found.rawValue === last.code && now - last.at < AGAIN_MS)) return
      last = { code: found.rawValue, at: now }
      onCodeNow.current(found.rawValue)
    }
    const start = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) return opened.getTracks().forEach((track) => track.stop())
      stream = opened
      video.current.srcObject = stream
      await video.current.play()
      timer = setInterval(() => void look(), LOOK_MS)
    }
    start().catch(() => setIsRefused(true))
    return () => {
      isOver = true
      clearInterval(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <div className="flex flex-col gap-3">
      {isRefused ? (
        <Problem words={t('door.noCamera')} />
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('door.camera')}
          className="aspect-square w-full bg-sunken object-cover"
        />
      )}
      <Button kind="quiet" onClick={onEnd}>
        {t('door.cameraOff')}
      </Button>
    </div>
  )
}
