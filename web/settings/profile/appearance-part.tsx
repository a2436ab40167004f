/** The theme: light, dark or the system's. Applied immediately, and saved with the account for other browsers. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getAccount, updatePreferences } from '#contract/accounts/account.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { Account } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { applyTheme, readTheme, type Theme } from '#web/frame/theme.ts'
import { DarkIcon, LightIcon, SystemIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Choice } from '#web/settings/choice.tsx'
import { Panel } from '#web/settings/panel.tsx'

const SYSTEM = 'system'
type Chosen = NonNullable<Theme> | typeof SYSTEM

export function AppearancePart() {
  const { call } = useSite()
  const queries = useQueryClient()
  const [selected, setSelected] = useState<Chosen>(() => readTheme() ?? SYSTEM)
  const saving = useMutation({
    mutationFn: (theme: Theme) => call(updatePreferences, { body: { theme } }),
    onSuccess: ({ theme }) => {
      const key = queryKeyOf(getAccount, {})
      const known = queries.getQueryData<Account>(key)
      if (known) queries.setQueryData<Account>(key, { ...known, theme })
    },
  })
  const choose = (value: Chosen) => {
    const theme = value === SYSTEM ? null : value
    setSelected(value)
    applyTheme(theme)
    saving.mutate(theme)
  }
  const icon = { size: 20, 'aria-hidden': true } as const
  return (
    <Panel title={t('settings.theme')} note={t('settings.themeNote')}>
      <Choice<Chosen>
        label={t('settings.theme')}
        options={[
          { value: SYSTEM, name: t('settings.themeSystem'), icon: <SystemIcon {...icon} /> },
          { value: 'light', name: t('settings.themeLight'), icon: <LightIcon {...icon} /> },
          { value: 'dark', name: t('settings.themeDark'), icon: <DarkIcon {...icon} /> },
        ]}
        selected={selected}
        onChoose={choose}
      />
      {saving.isError && <Problem words={t('settings.themeNotKept', { why: describeFailure(saving.error) })} />}
    </Panel>
  )
}
