/** What users agree to by creating an account, with links. */
import { Link } from '#web/navigation/link.tsx'
import { t } from '#web/words/words.ts'

const LINK = 'font-semi text-purple underline'

export function Agreement() {
  const [before, between, after] = t('legal.agree', { terms: '\n', privacy: '\n' }).split('\n')
  return (
    <p className="mt-5 text-sm text-ink-2">
      {before}
      <Link to="/terms" className={LINK}>
        {t('legal.agreeTerms')}
      </Link>
      {between}
      <Link to="/privacy" className={LINK}>
        {t('legal.agreePrivacy')}
      </Link>
      {after}
    </p>
  )
}
