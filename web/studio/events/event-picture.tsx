/** The picture of an event, from which its page has its colours. */
import { useState } from 'react'
import { setConcertPicture } from '#contract/concerts/concerts.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { ArtworkField } from '#web/studio/artwork/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

export function EventPicture({
  concert,
  onChange,
}: {
  concert: ConcertWire
  onChange: (concert: ConcertWire) => void
}) {
  const { call } = useSite()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (picture: File) => {
    setIsSending(true)
    try {
      onChange(await call(setConcertPicture, { params: { concertId: concert.id }, body: { picture } }))
      setFile(null)
      showToast(t('studio.saved'))
    } catch (failure) {
      setError(describeFailure(failure))
    }
    setIsSending(false)
  }
  return (
    <div className="mb-8 flex max-w-[680px] flex-col gap-3">
      <ArtworkField file={file} currentUrl={concert.artworkUrl} error={error} onChange={setFile} onError={setError} />
      {file && (
        <div>
          <Button isWaiting={isSending} onClick={() => void send(file)}>
            {t('events.savePicture')}
          </Button>
        </div>
      )}
    </div>
  )
}
