/** The sheets of download codes of a release or track, and making a new one. A sheet is printed from its own page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CODES_PER_SHEET, createDownloadCodes, listDownloadCodes } from '#contract/catalog/downloads.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

const NAME_MAX = 80
const USUAL_COUNT = '24'

export function CodeSheets({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listDownloadCodes, { params: { contentId } }), staleTime: 0 })
  return (
    <section aria-labelledby="codes-title">
      <h2 id="codes-title" className="text-lg">
        {t('records.codesTitle')}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t('records.codesNote')}</p>
      {data && data.sheets.length > 0 && (
        <ul className="mt-4 flex flex-col divide-y divide-line border-y border-line">
          {data.sheets.map(({ sheetId, name, createdAt, codes }) => (
            <li key={sheetId} className="flex flex-wrap items-center justify-between gap-x-5 py-1.5">
              <span className="min-w-0 flex-[1_1_12rem]">
                <span className="block truncate font-semi">{name}</span>
                <span className="block text-sm text-ink-2">
                  {formatDate(createdAt)} ·{' '}
                  {t('records.sheetUsed', { used: codes.filter(({ isUsed }) => isUsed).length, count: codes.length })}
                </span>
              </span>
              <Link
                to={`/studio/codes/${contentId}/${sheetId}`}
                aria-label={`${t('records.printSheet')}: ${name}`}
                className="inline-flex min-h-11 items-center font-semi underline underline-offset-4"
              >
                {t('records.printSheet')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewSheet contentId={contentId} />
    </section>
  )
}

function NewSheet({ contentId }: { contentId: string }) {
  const { call, queries } = useSite()
  const callOnce = useCallOnce()
  const [name, setName] = useState('')
  const [count, setCount] = useState(USUAL_COUNT)
  const [isTried, setIsTried] = useState(false)
  const codeCount = /^\d{1,3}$/.test(count.trim()) ? Number(count) : 0
  const isCountValid = codeCount >= 1 && codeCount <= CODES_PER_SHEET
  const making = useMutation({
    mutationFn() {
      const body = { name: name.trim(), count: codeCount }
      return callOnce(body, (options) => call(createDownloadCodes, { params: { contentId }, body }, options))
    },
    async onSuccess() {
      setName('')
      setIsTried(false)
      await queries.invalidateQueries({ queryKey: queryKeyOf(listDownloadCodes) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isCountValid && name.trim() !== '') making.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="mt-5">
      <div className="flex flex-wrap items-start gap-4">
        <div className="min-w-0 flex-[1_1_14rem]">
          <Field
            label={t('records.sheetName')}
            hint={t('records.sheetNameHint')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={NAME_MAX}
            autoComplete="off"
            error={isTried && name.trim() === '' ? t('records.sheetNameMissing') : undefined}
          />
        </div>
        <div className="w-40">
          <Field
            label={t('records.sheetCount')}
            hint={t('records.sheetCountHint', { max: CODES_PER_SHEET })}
            value={count}
            onChange={(event) => setCount(event.target.value)}
            inputMode="numeric"
            maxLength={3}
            error={isTried && !isCountValid ? t('records.sheetCountHint', { max: CODES_PER_SHEET }) : undefined}
          />
        </div>
      </div>
      {making.error && (
        <div className="mt-4">
          <Problem words={describeFailure(making.error)} />
        </div>
      )}
      <Button type="submit" kind="quiet" className="mt-4" isWaiting={making.isPending}>
        {t('records.makeCodes')}
      </Button>
    </form>
  )
}
