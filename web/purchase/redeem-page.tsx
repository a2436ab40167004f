/** Redeems a download code, typed or from the address on its card. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listCollection, redeemCode } from '#contract/catalog/downloads.ts'
import { newKey } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { useNavigate, useSearchParams } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

const CODE_MAX = 20
const ATTEMPT = 'peal.redeem'

/** The same in all attempts of this browser: if a response is lost, repeating the code returns the same link. Without storage,
 * each attempt has another value. */
function readAttempt(): string {
  const made = newKey()
  try {
    const stored = localStorage.getItem(ATTEMPT)
    if (stored === null) localStorage.setItem(ATTEMPT, made)
    return stored ?? made
  } catch {
    return made
  }
}

export function Page() {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [code, setCode] = useState(search.get('code')?.slice(0, CODE_MAX) ?? '')
  const redeeming = useMutation({
    mutationFn: () => call(redeemCode, { body: { code, attempt: readAttempt() } }),
    onSuccess: async ({ secret }) => {
      await queries.invalidateQueries({ queryKey: queryKeyOf(listCollection) })
      // Going back must not offer the used code again.
      void navigate(secret === null ? '/library/collection' : `/purchase/${secret}`, { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') redeeming.mutate()
  }
  return (
    <div className="max-w-[36rem] pt-4">
      <Head title={t('records.redeemTitle')} isHidden />
      <h1 className="title-great">{t('records.redeemTitle')}</h1>
      <p className="mt-3 text-lg text-ink-2">{t('records.redeemNote')}</p>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col items-start gap-4">
        <div className="w-full">
          <Field
            label={t('records.code')}
            hint={t('records.codeHint')}
            value={code}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
            maxLength={CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        {redeeming.error && <Problem words={describeFailure(redeeming.error)} />}
        <Button type="submit" size="large" isWaiting={redeeming.isPending}>
          {t('records.redeem')}
        </Button>
      </form>
    </div>
  )
}
