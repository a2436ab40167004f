/** Taking down artists and shows: find them, preview what would be removed, give a reason; and earlier takedowns. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { FindForm } from './find-form.tsx'
import { describeWork } from './cases/work-text.ts'
import { findWorks, type Work } from './takedown/find-works.ts'
import { TakedownForm } from './takedown/form.tsx'
import { TakedownList } from './takedown/list.tsx'

export function Page() {
  const [search, setSearch] = useSearchParams()
  const find = search.get('find') ?? ''
  const [selected, setSelected] = useState<Work[]>([])
  const choose = (work: Work) => setSelected([...selected.filter(({ id }) => id !== work.id), work])
  return (
    <AdminFrame title={t('admin.takedown')} lead={t('admin.takedownLead')}>
      <FindForm
        key={find}
        find={find}
        onFind={(text) => setSearch(text === '' ? {} : { find: text })}
        label={t('admin.findWork')}
        hint={t('admin.findWorkHint')}
        maxLength={500}
      />
      {find !== '' && <Found find={find} selected={selected} onChoose={choose} />}
      {selected.length > 0 && (
        <TakedownForm
          works={selected}
          onRemove={(work) => setSelected(selected.filter(({ id }) => id !== work.id))}
          onDone={() => {
            setSelected([])
            setSearch({})
          }}
        />
      )}
      <Section title={t('admin.takedowns')}>
        <TakedownList />
      </Section>
    </AdminFrame>
  )
}

type FoundProps = { find: string; selected: Work[]; onChoose: (work: Work) => void }

function Found({ find, selected, onChoose }: FoundProps) {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    queryKey: ['works of', find],
    queryFn: () => findWorks(call, find),
    staleTime: 0,
  })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="mt-5 text-ink-2">{t('admin.noWork')}</p>
  return (
    <ul aria-label={t('admin.found')} className="mt-5 max-w-2xl divide-y divide-line border-y border-line">
      {data.map((work) => {
        const isSelected = selected.some(({ id }) => id === work.id)
        return (
          <li key={work.id} className="flex items-center justify-between gap-4 py-3">
            <p className="min-w-0">
              <span className="font-semi break-words">{work.name}</span>
              <span className="block text-sm text-ink-2">{describeWork(work.type, work.owner)}</span>
            </p>
            <Button
              kind="quiet"
              size="small"
              aria-label={t('admin.chooseWhat', { name: work.name })}
              disabled={isSelected}
              onClick={() => onChoose(work)}
            >
              {t(isSelected ? 'admin.chosen' : 'admin.choose')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
