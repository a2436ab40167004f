/** Actions for a file created for sharing: pass it to another app if the browser supports it, save it, or copy a link.
 * Independent of the content of the file. */
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'

export type FileToShare = {
  href: string
  /** With the extension. */
  name: string
  type: string
  /** The text and the link that go with it. */
  text: string
  link: string
}

export function ShareFile({
  file,
  labels,
}: {
  file: FileToShare
  labels: { share: string; download: string; copyLink: string; copied: string }
}) {
  const { canShare, isBusy, share } = useSharing(file)
  return (
    <div className="flex flex-wrap gap-2.5">
      {canShare && (
        <Button isWaiting={isBusy} onClick={share}>
          {labels.share}
        </Button>
      )}
      <a
        href={file.href}
        download={file.name}
        className="inline-flex min-h-11 items-center justify-center rounded-pill border border-line bg-highlight px-5 font-strong hover:border-line-2"
      >
        {labels.download}
      </a>
      <CopyButton text={file.link} labels={{ idle: labels.copyLink, copied: labels.copied }} />
    </div>
  )
}

function useSharing({ href, name, type, text, link }: FileToShare) {
  const [isBusy, setBusy] = useState(false)
  const loaded = useRef<{ href: string; file: File } | null>(null)
  const load = async () => {
    if (loaded.current?.href !== href) {
      const response = await fetch(href)
      if (!response.ok) throw new Error(`${href}: ${response.status}`)
      loaded.current = { href, file: new File([await response.blob()], name, { type }) }
    }
    return loaded.current.file
  }
  const share = () => {
    setBusy(true)
    // Cancelling is not an error. Where loading took too long after the press, the next press shares immediately.
    load()
      .then((file) => navigator.share({ files: [file], text, url: link }))
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return { canShare: canShareFiles(name, type), isBusy, share }
}

function canShareFiles(name: string, type: string): boolean {
  if (typeof navigator.canShare !== 'function') return false
  return navigator.canShare({ files: [new File([''], name, { type })] })
}
