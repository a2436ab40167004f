/** Confirms a deletion and names what is deleted with it, or what must be deleted first. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DeleteIcon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Alert } from './form-parts.tsx'

export type Deletable = {
  title: string
  /** Its contents: deleted with it, as `button` says, or to be deleted first at `href`. */
  holds?: Holds
  /** What the deletion means. */
  words?: string
  /** Deletes it and invalidates the lists. */
  remove: () => Promise<unknown>
  /** After a refusal, before it is shown: loads again what it holds. */
  onRefused?: () => Promise<unknown>
  onGone: () => void
}

type Holds = { titles: readonly string[]; words: string } & ({ button: string } | { href: string })

const TITLES_MAX = 5

/** `button`: the label of the button. */
export function DeletePart({ thing, button }: { thing: Deletable; button: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="mt-12 max-w-[640px] border-t border-line pt-5">
      <Button
        kind="danger"
        icon={<DeleteIcon size={17} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
        className="max-md:w-full"
      >
        {button}
      </Button>
      {isAsking && <DeleteDialog thing={thing} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

export function DeleteDialog({ thing, onClose }: { thing: Deletable; onClose: () => void }) {
  const { title, holds } = thing
  const deleting = useMutation({
    mutationFn: thing.remove,
    onError: () => thing.onRefused?.(),
    onSuccess: () => {
      showToast(t('studio.deleted', { title }))
      thing.onGone()
    },
  })
  const held = holds && holds.titles.length > 0 ? holds : null
  const firstAt = held && 'href' in held ? held.href : null
  const button = held && 'button' in held ? held.button : t('studio.delete')
  return (
    <Dialog isOpen onClose={onClose} title={t('studio.deleteAsk', { title })} closeLabel={t('common.close')}>
      {held && <HeldTitles holds={held} />}
      {firstAt !== null ? (
        <Link to={firstAt} className="font-semi text-purple hover:underline">
          {t('studio.goThere')}
        </Link>
      ) : (
        <p className="text-ink-2">{thing.words ?? t('studio.deleteWhat')}</p>
      )}
      {deleting.error && <Alert className="mt-4">{describeFailure(deleting.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        {firstAt === null && (
          <Button kind="danger" isWaiting={deleting.isPending} onClick={() => deleting.mutate()}>
            {button}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function HeldTitles({ holds: { titles, words } }: { holds: Holds }) {
  const more = titles.length - TITLES_MAX
  return (
    <>
      <p>{words}</p>
      <ul className="mt-2 mb-4">
        {titles.slice(0, TITLES_MAX).map((title, index) => (
          // Titles may be identical.
          <li key={index} className="truncate py-0.5 font-medium">
            {title}
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-ink-2">{t('studio.andMore', { count: more })}</li>}
      </ul>
    </>
  )
}
