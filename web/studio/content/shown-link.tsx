/** A link that is shown once, because the server does not store it. */
import { Button } from '#web/ui/controls/button.tsx'
import { useCopy } from '#web/ui/controls/copy.tsx'
import { t } from '#web/words/words.ts'

export function ShownLink({ lead, url }: { lead: string; url: string }) {
  const { copied, copy } = useCopy(url)
  return (
    <div role="status" className="mt-6">
      <p className="mb-2 font-semi">{lead}</p>
      <p className="mb-3 rounded-field bg-sunken p-4 font-mono text-sm wrap-anywhere select-all">{url}</p>
      <Button kind="outline" onClick={copy}>
        {t(copied ? 'common.copied' : 'tickets.copyLink')}
      </Button>
    </div>
  )
}
