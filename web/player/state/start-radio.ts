/** Plays a radio: tracks that go with a track, an artist or a genre. When its tracks end, autoplay continues in the same
 * way (player-listeners.tsx). */
import type { Wire } from '#contract/endpoint.ts'
import { getRadio, RADIO_PAGE_MAX } from '#contract/listening/taste.ts'
import { describeFailure } from '#web/data/failures.ts'
import type { Site } from '#web/data/site.ts'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { playablesOfTracks } from './playables.ts'
import { usePlayer } from './store.ts'

const SEEDS = 2 ** 31

/** `from`: the id of a track or artist, or the number of a genre. Another order each time. */
export async function startRadio({ call }: Pick<Site, 'call'>, from: string): Promise<void> {
  const seed = String(Math.floor(Math.random() * SEEDS))
  try {
    const radio: Wire<typeof getRadio> = await call(getRadio, { query: { from, seed, limit: String(RADIO_PAGE_MAX) } })
    const list = playablesOfTracks(radio.tracks)
    if (list.length === 0) return showToast(t('radio.none', { title: radio.title }))
    usePlayer.getState().playList(list, 0)
    showToast(t('radio.started', { title: radio.title }))
  } catch (error) {
    showErrorToast(describeFailure(error))
  }
}
