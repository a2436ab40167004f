/** A user as operators see them: identity, holds, content, and enabled features. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { findUsers, holdUser, setPersonFeature } from '#contract/operator/admin.ts'
import { isForRole, type Wire } from '#contract/endpoint.ts'
import { useAccount } from '#web/session/account.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { roleName } from './role-names.ts'
import { formatTimestamp } from './moments.ts'

export type AdminUser = Wire<typeof findUsers>[number]

const FEATURE_MAX = 60

export function UserCard({
  person,
  onHold,
  onRelease,
}: {
  person: AdminUser
  onHold: () => void
  onRelease: () => void
}) {
  const { name, displayName, email, role: theirRole, isLocked, isDeleted, createdAt, holds } = person
  const role = useAccount().data?.role ?? null
  return (
    <article className="rounded-bar border border-line bg-highlight px-5 py-5 md:px-7 md:py-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
            <Link to={`/profile/${name}`} className="min-w-0 break-words hover:underline">
              {name}
            </Link>
            {theirRole && <Badge tone="purple">{roleName(theirRole)}</Badge>}
            {isLocked && <Badge tone="pink">{t('admin.isHeld')}</Badge>}
            {isDeleted && <Badge>{t('admin.isDeleted')}</Badge>}
          </h2>
          <p className="text-sm break-words text-ink-2">
            {[displayName, email, t('admin.since', { moment: formatTimestamp(createdAt) })].filter(Boolean).join(' · ')}
          </p>
        </div>
        {!isDeleted && isForRole(holdUser, role) && (theirRole === null || role === 'owner') && (
          <Button kind={isLocked ? 'quiet' : 'danger'} size="small" onClick={isLocked ? onRelease : onHold}>
            {t(isLocked ? 'admin.free' : 'admin.hold')}
          </Button>
        )}
      </header>
      {holds.map((hold) => (
        <p key={hold.createdAt} className="mt-3 rounded-field bg-pink-soft px-4 py-2.5 text-sm">
          {t('admin.holdLine', {
            cause: causeOf(hold.cause),
            moment: formatTimestamp(hold.createdAt),
            reason: hold.reason,
          })}
        </p>
      ))}
      <Works person={person} />
      {!isDeleted && isForRole(setPersonFeature, role) && <Features person={person} />}
    </article>
  )
}

function causeOf(cause: string): string {
  if (cause === 'operator') return t('admin.causeOperator')
  if (cause === 'takedown') return t('admin.causeTakedown')
  return cause
}

function Works({ person: { artists, podcasts } }: { person: AdminUser }) {
  const works = [
    ...artists.map((one) => ({ ...one, href: `/admin/takedown?find=/artist/${one.id}` })),
    ...podcasts.map((one) => ({ ...one, href: `/admin/takedown?find=/podcast/${one.id}` })),
  ]
  if (works.length === 0) return null
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      <span className="text-sm text-ink-2">{t('admin.works')}</span>
      {works.map(({ id, name, href }) => (
        <Link key={id} to={href} className="font-semi text-purple hover:underline">
          {name}
        </Link>
      ))}
    </p>
  )
}

function Features({ person: { userId, name, features } }: { person: AdminUser }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [typed, setTyped] = useState('')
  const setting = useMutation({
    mutationFn: (body: { feature: string; isOn: boolean }) =>
      withRecentLogin(() => call(setPersonFeature, { params: { userId }, body })),
    onSuccess: async () => {
      setTyped('')
      await refresh(findUsers)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') setting.mutate({ feature: typed.trim(), isOn: true })
  }
  const problem = describeProblem(setting.error)
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h3 className="font-text text-sm font-medium tracking-normal text-ink-2">{t('admin.features')}</h3>
        {features.length === 0 && <span className="text-sm text-ink-3">{t('admin.noFeatures')}</span>}
        {features.map((feature) => (
          <span key={feature} className="inline-flex items-center rounded-pill bg-sunken pl-3.5 text-sm font-semi">
            {feature}
            <IconButton
              label={t('admin.featureOff', { feature })}
              size="small"
              disabled={setting.isPending}
              onClick={() => setting.mutate({ feature, isOn: false })}
            >
              <CloseIcon size={15} aria-hidden="true" />
            </IconButton>
          </span>
        ))}
      </div>
      <form onSubmit={submit} className="mt-3 flex max-w-md flex-wrap items-end gap-2.5">
        <Field
          label={t('admin.featureName', { name })}
          isLabelHidden
          placeholder={t('admin.featureHint')}
          className="flex-1 basis-40"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={FEATURE_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" kind="quiet" size="large" isWaiting={setting.isPending} disabled={typed.trim() === ''}>
          {t('admin.featureOn')}
        </Button>
      </form>
      {problem !== undefined && <Problem words={problem} />}
    </div>
  )
}
