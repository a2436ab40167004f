/** "Play next" and "Add to queue" for one or more tracks, and a radio of one, as a small menu.
 * The queue's rules are in queue.ts. */
import { AddToListIcon, MoreIcon, NextIcon } from '#web/ui/icon.tsx'
import { LateMenu } from '#web/ui/overlays/late-menu.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useSite } from '#web/data/site.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'

export function QueueMenu({ list, title }: { list: readonly Playable[]; title: string }) {
  const site = useSite()
  const [only] = list
  if (only === undefined) return null
  const { playNext, append } = usePlayer.getState()
  return (
    <LateMenu
      label={t('player.queueActions', { title })}
      button={<MoreIcon size={20} aria-hidden="true" />}
      buttonClassName="grid size-11 place-items-center text-ink-2 hover:text-ink"
      entries={[
        {
          key: 'next',
          icon: <NextIcon size={18} aria-hidden="true" />,
          label: t('player.playNext'),
          onSelect: () => {
            playNext(list)
            showToast(t('player.comesNext', { title }))
          },
        },
        {
          key: 'add',
          icon: <AddToListIcon size={18} aria-hidden="true" />,
          label: t('player.addToQueue'),
          onSelect: () => {
            append(list)
            showToast(t('player.comesLater', { title }))
          },
        },
        ...(list.length > 1 || only.contentType !== 'track'
          ? []
          : [
              {
                key: 'radio',
                label: t('radio.start'),
                onSelect: () =>
                  void import('#web/player/state/start-radio.ts').then(({ startRadio }) => startRadio(site, only.id)),
              },
            ]),
      ]}
    />
  )
}
