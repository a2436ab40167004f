/** Asking before something is deleted, and saying what must go first where it cannot be yet. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { Link } from '../navigation/link.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DeleteIcon } from '../ui/icon.tsx'
import { sayDone } from '../ui/toast.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { Alert } from './form-parts.tsx'

export type Deletable = {
  title: string
  /** What the button is called, and what stands in it that has to go first. */
  button: string
  holds?: { titles: readonly string[]; href: string; words: string }
  /** Deletes it and has the lists read again. */
  remove: () => Promise<unknown>
  onGone: () => void
}

const TITLES_MAX = 5

export function DeletePart({ thing }: { thing: Deletable }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="mt-12 max-w-[640px] border-t border-line pt-5">
      <Button
        kind="danger"
        icon={<DeleteIcon size={17} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
        className="max-md:w-full"
      >
        {thing.button}
      </Button>
      {isAsking && <DeleteDialog thing={thing} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

function DeleteDialog({ thing, onClose }: { thing: Deletable; onClose: () => void }) {
  const { title, holds } = thing
  const deleting = useMutation({
    mutationFn: thing.remove,
    onSuccess: () => {
      sayDone(t('studio.deleted', { title }))
      thing.onGone()
    },
  })
  const isFull = deleting.error instanceof ApiError && deleting.error.code === 'has-children'
  const mustWait = holds && (holds.titles.length > 0 || isFull)
  return (
    <Dialog isOpen onClose={onClose} title={t('studio.deleteAsk', { title })} closeLabel={t('common.close')}>
      {mustWait ? <HoldsFirst holds={holds} /> : <p className="text-ink-2">{t('studio.deleteWhat')}</p>}
      {deleting.error && !mustWait && <Alert className="mt-4">{describeFailure(deleting.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        {!mustWait && (
          <Button kind="danger" isWaiting={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('studio.delete')}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function HoldsFirst({ holds: { titles, href, words } }: { holds: NonNullable<Deletable['holds']> }) {
  const more = titles.length - TITLES_MAX
  return (
    <>
      <p>{words}</p>
      <ul className="mt-2.5">
        {titles.slice(0, TITLES_MAX).map((title) => (
          <li key={title} className="truncate py-0.5 font-medium">
            {title}
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-ink-2">{t('studio.andMore', { count: more })}</li>}
      </ul>
      <p className="mt-4">
        <Link to={href} className="font-semi text-purple hover:underline">
          {t('studio.goThere')}
        </Link>
      </p>
    </>
  )
}
