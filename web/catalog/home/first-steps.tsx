/** Suggestions for users with an empty balance: top up, discover, publish. Removed permanently when dismissed, and
 * automatically with the first sats. */
import { useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

const PUT_AWAY_AS = 'peal.first-steps'

const STEPS: readonly { title: TranslationKey; words: TranslationKey; href: string }[] = [
  { title: 'first.fill', words: 'first.fillWords', href: '/transactions?open=deposit' },
  { title: 'first.find', words: 'first.findWords', href: '/top' },
  { title: 'first.make', words: 'first.makeWords', href: '/studio' },
]

export function FirstSteps() {
  const [isPutAway, setPutAway] = useState(() => readStored(PUT_AWAY_AS) !== null)
  if (isPutAway) return null
  const putAway = () => {
    setPutAway(true)
    writeStored(PUT_AWAY_AS, 1)
  }
  return (
    <section aria-labelledby="first-steps" className="relative mt-(--band) animate-rise">
      <header className="mb-[clamp(1.25rem,2.4vw,2.5rem)] flex items-center justify-between gap-4">
        <h2 id="first-steps" className="title-1">
          {t('first.title')}
        </h2>
        <IconButton label={t('first.putAway')} onClick={putAway}>
          <CloseIcon size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <ul className="grid gap-x-(--gap) gap-y-6 md:grid-cols-3">
        {STEPS.map(({ title, words, href }) => (
          <li key={href}>
            <Link to={href} className="group block h-full border-t-2 border-ink pt-4">
              <span className="block title-2 group-hover:underline">{t(title)}</span>
              <span className="mt-2 block max-w-[40ch] text-pretty text-ink-2">{t(words)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
