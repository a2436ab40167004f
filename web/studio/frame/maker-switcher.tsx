/** Switches between the artists and podcasts on which the user works: own ones, and those of teams. */
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import type { Own } from '#web/studio/content/own.ts'
import { SelectField } from '#web/ui/controls/field.tsx'
import { nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'

export function MakerSwitcher({ own: { artists, albums, podcasts } }: { own: Own }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const makers = [
    ...artists.map(({ id, name, role }) => ({ id, name, role, href: `/studio/artists/${id}` })),
    ...podcasts.map(({ id, name, role }) => ({ id, name, role, href: `/studio/podcasts/${id}` })),
  ]
  if (makers.length < 2) return null
  const album = albums.find(({ id }) => pathname.includes(id))
  const current = makers.find(({ id }) => pathname.includes(id) || id === album?.artistId)
  return (
    <SelectField
      label={t('team.switch')}
      isLabelHidden
      value={current?.id ?? ''}
      onChange={(event) => void navigate(makers.find(({ id }) => id === event.target.value)?.href ?? '/studio')}
      className="mb-4 max-w-80"
    >
      <option value="">{t('team.everything')}</option>
      {makers.map(({ id, name, role }) => (
        <option key={id} value={id}>
          {role === 'owner' ? name : `${name} · ${nameRole(role)}`}
        </option>
      ))}
    </SelectField>
  )
}
