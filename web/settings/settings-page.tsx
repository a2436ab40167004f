/** The settings: on wide screens the section beside the list of
 * sections, on narrow ones a list that links to each section. */
import type { ComponentType } from 'react'
import { Link, Navigate } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import type { PartProps } from './part-props.ts'
import { BackToList } from '#web/frame/back-to-list.tsx'
import { Head } from '#web/frame/head.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { hasPage } from '#web/routes.ts'
import { useAccount } from '#web/session/account.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { AddressPart } from './money/address-part.tsx'
import { ArchivePart } from './account/archive-part.tsx'
import { AppearancePart } from './profile/appearance-part.tsx'
import { ConnectionsPart } from './money/connections-part.tsx'
import { DefaultZapPart } from './money/default-zap-part.tsx'
import { DeletePart } from './account/delete-part.tsx'
import { EmailPart } from './login/email-part.tsx'
import { ExportPart } from './account/export-part.tsx'
import { IdentitiesPart } from './login/identities-part.tsx'
import { DigestPart } from './notifications/digest-part.tsx'
import { FansPart } from './notifications/fans-part.tsx'
import { KindsPart } from './notifications/kinds-part.tsx'
import { LanguagePart } from './profile/language-part.tsx'
import { LoginsPart } from './login/logins-part.tsx'
import { NamesPart } from './profile/names-part.tsx'
import { NostrPart } from './nostr/nostr-part.tsx'
import { OwnWalletPart } from './money/own-wallet-part.tsx'
import { PasskeysPart } from './login/passkeys-part.tsx'
import { PasswordPart } from './login/password-part.tsx'
import { BlockedPart, MutedPart } from './account/block-lists-part.tsx'
import { PicturePart } from './profile/picture-part.tsx'
import { PushPart } from './notifications/push-part.tsx'
import { RelaysPart } from './nostr/relays-part.tsx'
import { PlaybackPart } from './playback-part.tsx'
import { sectionHref, sections, type SectionSlug } from './sections.ts'
import { SafetyPart } from './account/safety-part.tsx'
import { SessionsPart } from './login/sessions-part.tsx'
import { TastePart } from './profile/taste-part.tsx'
import { TwoStepPart } from './login/two-step-part.tsx'

const PARTS: Record<SectionSlug, ComponentType<PartProps>[]> = {
  profile: [PicturePart, NamesPart, NostrPart, RelaysPart],
  money: [DefaultZapPart, OwnWalletPart, AddressPart],
  apps: [ConnectionsPart],
  'log-in': [EmailPart, PasswordPart, IdentitiesPart, PasskeysPart],
  security: [TwoStepPart, SessionsPart, LoginsPart],
  notifications: [DigestPart, KindsPart, FansPart, PushPart],
  people: [MutedPart, BlockedPart],
  playback: [PlaybackPart],
  appearance: [AppearancePart, LanguagePart],
  data: [TastePart, ArchivePart, ExportPart, DeletePart],
}

export function Page() {
  const { section } = useParams()
  const selected = sections.find(({ slug }) => slug === section)
  if (section !== undefined && !selected) return <Navigate to="/settings" />
  const shown = selected ?? sections[0]!
  return (
    <>
      <Head title={selected ? `${t(selected.label)} · ${t('settings.title')}` : t('settings.title')} isHidden />
      <h1 className={classNames('title-great', selected && 'max-lg:sr-only')}>{t('settings.title')}</h1>
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 max-lg:mt-4 lg:grid-cols-[216px_minmax(0,680px)]">
        <SectionList shown={shown.slug} isAlone={!selected} />
        <div className={classNames('min-w-0', !selected && 'max-lg:hidden')}>
          {selected && <BackToList to="/settings" name={t('settings.title')} />}
          <h2 className="mb-4 text-2xl">{t(shown.label)}</h2>
          <SafetyPart />
          <SectionParts slug={shown.slug} />
        </div>
      </div>
    </>
  )
}

/** `isAlone`: no section is selected, so a narrow screen shows only the list. */
function SectionList({ shown, isAlone }: { shown: SectionSlug; isAlone: boolean }) {
  return (
    <nav aria-label={t('settings.sections')} className={classNames('lg:sticky lg:top-6', !isAlone && 'max-lg:hidden')}>
      <ul className="flex flex-col max-lg:divide-y max-lg:divide-line max-lg:rounded-bar max-lg:border max-lg:border-line max-lg:bg-highlight lg:gap-0.5">
        {sections.map(({ slug, label, note }) => (
          <li key={slug}>
            <Link
              to={sectionHref(slug)}
              aria-current={slug === shown && !isAlone ? 'page' : undefined}
              className={classNames(
                'flex min-h-10 items-center gap-2.5 rounded-item px-3 py-2 font-medium max-lg:px-5 max-lg:py-3.5',
                slug === shown ? 'lg:bg-highlight lg:text-ink lg:shadow-float' : 'lg:text-ink-2 lg:hover:text-ink',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block max-lg:font-semi">{t(label)}</span>
                <span className="block text-sm font-regular text-ink-2 lg:hidden">{t(note)}</span>
              </span>
              <ChevronRightIcon size={18} aria-hidden="true" className="shrink-0 text-ink-3 lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
      <LegalLinks />
    </nav>
  )
}

function LegalLinks() {
  const links = [
    { href: '/terms', label: 'legal.terms' },
    { href: '/privacy', label: 'legal.privacy' },
    { href: '/contact', label: 'legal.contact' },
  ] as const
  return (
    <p className="mt-5 flex flex-wrap gap-x-4 gap-y-1 px-3 text-sm text-ink-2 max-lg:px-1">
      {links
        .filter(({ href }) => hasPage(href))
        .map(({ href, label }) => (
          <Link key={href} to={href} className="hover:text-ink hover:underline">
            {t(label)}
          </Link>
        ))}
    </p>
  )
}

function SectionParts({ slug }: { slug: SectionSlug }) {
  const { data: account, error, refetch } = useAccount()
  if (account) {
    return (
      <Settled key={slug}>
        <div className="flex flex-col gap-4">
          {PARTS[slug].map((Part, index) => (
            <Part key={index} account={account} />
          ))}
        </div>
      </Settled>
    )
  }
  if (!error) return <PageSkeleton label={t('common.loading')} />
  return <LoadFailure level="part" error={error} retry={refetch} />
}
