/** Playback options: speed and silence skipping for spoken word, sleep timer, loudness, autoplay, crossfade, quality. */
import { useEffect, useState } from 'react'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { SPEEDS } from '#web/player/state/playback.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { usePlayerView } from '#web/player/state/view.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { MoreWords, PlaceWords } from './screen-words.tsx'
import { FewChoices } from '#web/player/choices/few-choices.tsx'
import { CrossfadeChoice, QualityChoice } from '#web/player/choices/playback-choices.tsx'

const SLEEP_MINUTES = [5, 15, 30, 45, 60] as const
const MINUTE_MS = 60_000

export function OptionsPanel({ track, onShare }: { track: Playable; onShare: () => void }) {
  const isSpeech = usePlayer((state) => state.contentType === 'episode')
  const speed = usePlayer((state) => state.speed)
  const skipSilence = usePlayer((state) => state.skipSilence)
  const isLevelled = usePlayer((state) => state.isLevelled)
  const autoplay = usePlayer((state) => state.autoplay)
  const set = usePlayer((state) => state.set)
  const showHelp = usePlayerView((state) => state.showHelp)
  return (
    <section aria-label={t('player.options')} className="flex max-w-[46rem] flex-col gap-7 pb-4">
      <div>
        {/* On wide screens they are in the header. */}
        <div className="-mx-2.5 flex flex-wrap xl:hidden">
          <MoreWords track={track} shown="options" onShare={onShare} />
        </div>
        <PlaceWords />
      </div>
      {isSpeech && (
        <FewChoices
          label={t('player.speed')}
          note={t('player.speedNote')}
          options={SPEEDS.map((times) => ({ value: times, name: t('player.speedTimes', { times }) }))}
          selected={speed}
          onChoose={(selected) => set({ speed: selected })}
        />
      )}
      <SleepTimer isSpeech={isSpeech} />
      <div className="flex flex-col gap-4">
        {isSpeech && (
          <SwitchField
            label={t('player.skipSilence')}
            hint={t('player.skipSilenceNote')}
            isOn={skipSilence}
            onChange={(isOn) => set({ skipSilence: isOn })}
          />
        )}
        <SwitchField
          label={t('player.level')}
          hint={t('player.levelNote')}
          isOn={isLevelled}
          onChange={(isOn) => set({ isLevelled: isOn })}
        />
        <SwitchField
          label={t('player.autoplay')}
          hint={t('player.autoplayNote')}
          isOn={autoplay}
          onChange={(isOn) => set({ autoplay: isOn })}
        />
      </div>
      <div className="flex max-w-[34rem] flex-col gap-7">
        {!isSpeech && <CrossfadeChoice />}
        <QualityChoice />
      </div>
      <button
        type="button"
        onClick={() => showHelp(true)}
        className="hidden min-h-11 items-center gap-2 self-start font-semi underline underline-offset-4 md:flex"
      >
        {t('player.keys')}
      </button>
    </section>
  )
}

function SleepTimer({ isSpeech }: { isSpeech: boolean }) {
  const sleepAtMs = usePlayer((state) => state.sleepAtMs)
  const isAtEnd = usePlayer((state) => state.isSleepAtEnd)
  const sleep = usePlayer((state) => state.sleep)
  const [chosenMinutes, setChosenMinutes] = useState<number | null>(null)
  const leftSeconds = useLeftSeconds(sleepAtMs)
  const selected = isAtEnd ? 'end' : sleepAtMs === null ? 'off' : (chosenMinutes ?? 'other')
  return (
    <FewChoices
      label={t('player.sleep')}
      note={
        isAtEnd
          ? t('player.sleepLeftAtEnd')
          : leftSeconds === null
            ? undefined
            : t('player.sleepLeft', { time: formatDuration(leftSeconds) })
      }
      options={[
        { value: 'off', name: t('player.sleepOff') },
        ...SLEEP_MINUTES.map((minutes) => ({ value: minutes, name: t('player.sleepMinutes', { minutes }) })),
        { value: 'end', name: t(isSpeech ? 'player.sleepAtEpisodeEnd' : 'player.sleepAtEnd') },
      ]}
      selected={selected}
      onChoose={(value) => {
        setChosenMinutes(typeof value === 'number' ? value : null)
        sleep(typeof value === 'number' ? Date.now() + value * MINUTE_MS : value === 'end' ? 'end' : null)
      }}
    />
  )
}

function useLeftSeconds(atMs: number | null): number | null {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (atMs === null) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [atMs])
  return atMs === null ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000))
}
