/** Earns by promos: begins a minute with the server when a track with a promo is heard, and requests the reward once the
 * minute is over. Only what is heard counts: the page is visible, the sound is on, and the track plays at its own speed. The
 * server decides (server/payments/promos). */
import { getPromoOfContent, rewardPromo, startPromoMinute } from '#contract/listening/promos.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import type { Site } from '#web/data/site.ts'
import { useEarnings } from '#web/player/state/earnings.ts'
import type { PlaybackState } from '#web/player/state/playback.ts'
import { currentTrack } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSession } from '#web/session/session.ts'
import { createMinuteMeter, type MinuteMoment } from './minute-meter.ts'

type PromoUser = Wire<typeof getPromoOfContent>['promoUser']
type Promo = { id: string; trackId: string }

/** After a failure that may pass. */
const RETRY_MS = 15_000
/** Nothing more can be earned by this track now. */
const ENDS: ReadonlySet<string> = new Set(['promo-ended', 'promo-limit', 'promo-not-eligible', 'not-found'])

/** Returns a function that stops earning. */
export function earnByListening({ call }: Site): () => void {
  let wantedId: string | null = null
  let promo: Promo | null = null
  let nonce: string | null = null
  const inTurn = createTurns()
  const meter = createMinuteMeter()

  const choose = async (trackId: string | null) => {
    wantedId = trackId
    promo = null
    nonce = null
    useEarnings.setState({ earnings: null })
    if (trackId === null) return
    const found = await call(getPromoOfContent, { params: { contentId: trackId } }).catch(() => null)
    if (found === null || wantedId !== trackId || found.promoUser.earnableToday === 0) return
    show(trackId, found.promoUser)
    if (found.promoUser.canEarnToday) promo = { id: found.id, trackId }
  }

  const ask = (work: (of: Promo) => Promise<void>) => {
    const current = promo
    if (current === null) return
    void inTurn(
      () => work(current),
      (error) => {
        nonce = null
        // The note stays until the track changes.
        if (error instanceof ApiError && ENDS.has(error.code) && promo === current) promo = null
      },
    )
  }
  const begin = async ({ id }: Promo) => {
    meter.restart()
    const { trackPlayedSeconds: position } = usePlayer.getState()
    nonce = (await call(startPromoMinute, { body: { promoId: id, position } })).nonce
  }
  const claim = async ({ id: promoId, trackId }: Promo, answered: string) => {
    const mediaTime = meter.seconds()
    const { trackPlayedSeconds: position } = usePlayer.getState()
    nonce = null
    meter.restart()
    const { promoUser, next } = await call(rewardPromo, { body: { promoId, nonce: answered, position, mediaTime } })
    if (wantedId !== trackId) return
    show(trackId, promoUser)
    nonce = next?.nonce ?? null
    if (next === null) promo = null
  }

  const note = (state: PlaybackState) => {
    const track = currentTrack(state)
    const trackId = track?.hasPromo === true && useSession.getState().session !== null ? track.id : null
    if (trackId !== wantedId) return void choose(trackId)
    if (promo === null) return
    const moment = momentOf(state)
    if (!meter.note(moment)) nonce = null
    if (!moment.isHeard) return
    const answered = nonce
    if (answered === null) ask(begin)
    else if (meter.isOver()) ask((of) => claim(of, answered))
  }
  const undo = [usePlayer.subscribe(note), useSession.subscribe(() => note(usePlayer.getState()))]
  note(usePlayer.getState())
  return () => {
    for (const one of undo) one()
    void choose(null)
  }
}

/** One request at a time, and after a failure none for a while. */
function createTurns() {
  let isAsking = false
  let askAgainAtMs = 0
  return async (work: () => Promise<void>, onFailed: (error: unknown) => void): Promise<void> => {
    if (isAsking || Date.now() < askAgainAtMs) return
    isAsking = true
    try {
      await work()
    } catch (error) {
      askAgainAtMs = Date.now() + RETRY_MS
      onFailed(error)
    } finally {
      isAsking = false
    }
  }
}

function show(trackId: string, { earnedToday, earnableToday }: PromoUser): void {
  useEarnings.setState({ earnings: { trackId, earnedMsat: earnedToday, earnableMsat: earnableToday } })
}

function momentOf(state: PlaybackState): MinuteMoment {
  const { isPlaying, isWaiting, trackPlayedSeconds: position, trackDuration: durationSeconds } = state
  return { isHeard: isHeard(state), isPlaying: isPlaying && !isWaiting, position, durationSeconds }
}

function isHeard({ isPlaying, isWaiting, trouble, muted, volume }: PlaybackState): boolean {
  const isOn = isPlaying && !isWaiting && trouble === null && !muted && volume > 0
  return isOn && document.visibilityState === 'visible'
}
