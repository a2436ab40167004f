/** Copies the address of the page one is on. */
import { IconButton } from '../ui/icon-button.tsx'
import { CheckIcon, ShareIcon } from '../ui/icon.tsx'
import { useCopy } from '../ui/copy.tsx'
import { useSettings } from '../site.ts'
import { t } from '../words/words.ts'

export function ShareButton({ path }: { path: string }) {
  const { publicUrl } = useSettings()
  const origin = publicUrl || (typeof location === 'undefined' ? 'http://localhost' : location.origin)
  const { copied, copy } = useCopy(new URL(path, origin).href)
  return (
    <>
      <IconButton
        label={t(copied ? 'catalog.shared' : 'catalog.share')}
        onClick={copy}
        className="size-12 border-[1.5px] border-current !text-inherit"
      >
        {copied ? <CheckIcon size={19} aria-hidden="true" /> : <ShareIcon size={19} aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied && t('catalog.shared')}
      </span>
    </>
  )
}
