/** The camera's picture until a code is recognised. Loaded with the first press of scan-button.tsx. */
import { useEffect, useRef, useState } from 'react'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { readCode } from './code-reader.ts'

export function CodeCamera({ onFound }: { onFound: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef(onFound)
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    tell.current = onFound
  })
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    readCode(video.current!, signal).then(
      (text) => text !== null && tell.current(text),
      () => signal.aborted || setIsBlocked(true),
    )
    return () => stopping.abort()
  }, [])
  if (isBlocked) return <Problem words={t('wallet.scanBlocked')} />
  return (
    <div className="flex flex-col gap-2">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-hidden="true"
        className="aspect-square max-h-[50vh] w-full rounded-field bg-highlight object-cover"
      />
      <p role="status" className="text-sm text-ink-2">
        {t('wallet.scanHint')}
      </p>
    </div>
  )
}
