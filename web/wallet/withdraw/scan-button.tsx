/** Scans an invoice or an address with the camera. Shown only in browsers that support it natively. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { canReadCodes } from './code-reader.ts'

const CodeCamera = lazy(async () => ({ default: (await import('./code-camera.tsx')).CodeCamera }))

export function ScanButton({ onFound }: { onFound: (text: string) => void }) {
  const [isPossible, setIsPossible] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isGone = false
    void canReadCodes().then((can) => isGone || setIsPossible(can))
    return () => void (isGone = true)
  }, [])
  if (!isPossible) return null
  const take = (text: string) => {
    setIsOpen(false)
    onFound(text)
  }
  return (
    <>
      {isOpen && (
        <Suspense fallback={null}>
          <CodeCamera onFound={take} />
        </Suspense>
      )}
      <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? 'wallet.scanStop' : 'wallet.scanOpen')}
      </Button>
    </>
  )
}
