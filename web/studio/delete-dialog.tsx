/** Asking before something is deleted, naming what is deleted with it, or what must be deleted first. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
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
  /** What stands in it and is deleted with it; with `href` it must be deleted first, there. */
  holds?: { titles: readonly string[]; words: string; href?: string }
  /** Deletes it and has the lists read again. */
  remove: () => Promise<unknown>
  onGone: () => void
}

const TITLES_MAX = 5

/** `button`: what it is called. */
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
    onSuccess: () => {
      sayDone(t('studio.deleted', { title }))
      thing.onGone()
    },
  })
  const count = holds?.titles.length ?? 0
  const mustWait = count > 0 && holds?.href !== undefined
  return (
    <Dialog isOpen onClose={onClose} title={t('studio.deleteAsk', { title })} closeLabel={t('common.close')}>
      {holds && count > 0 && <Holds holds={holds} />}
      {mustWait ? (
        <Link to={holds?.href ?? ''} className="font-semi text-purple hover:underline">
          {t('studio.goThere')}
        </Link>
      ) : (
        <p className="text-ink-2">{t('studio.deleteWhat')}</p>
      )}
      {deleting.error && <Alert className="mt-4">{describeFailure(deleting.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        {!mustWait && (
          <Button kind="danger" isWaiting={deleting.isPending} onClick={() => deleting.mutate()}>
            {count > 0 ? t('studio.deleteAll', { count: count + 1 }) : t('studio.delete')}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function Holds({ holds: { titles, words } }: { holds: NonNullable<Deletable['holds']> }) {
  const more = titles.length - TITLES_MAX
  return (
    <>
      <p>{words}</p>
      <ul className="mt-2 mb-4">
        {titles.slice(0, TITLES_MAX).map((title, index) => (
          // Titles may be the same.
          <li key={index} className="truncate py-0.5 font-medium">
            {title}
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-ink-2">{t('studio.andMore', { count: more })}</li>}
      </ul>
    </>
  )
}
