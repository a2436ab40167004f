/** The fields of a podcast, for creating and editing it. */
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { CategoryFields } from '#web/studio/forms/choice-pair.tsx'
import { ContentForm, type Filled } from './form.tsx'
import { FormSwitch } from '#web/studio/forms/form-parts.tsx'
import { LINK_RULES, SWITCH_RULE } from '#web/studio/forms/form-values.ts'
import { LinkFields } from '#web/studio/forms/link-fields.tsx'
import type { OwnPodcast } from './own.ts'

const ID = { max: 16 }
const RULES = {
  name: { max: TITLE_MAX, isRequired: true },
  description: { max: DESCRIPTION_MAX },
  primaryCategoryId: ID,
  primarySubcategoryId: ID,
  secondaryCategoryId: ID,
  secondarySubcategoryId: ID,
  isExplicit: SWITCH_RULE,
  ...LINK_RULES,
} as const

const idText = (id: number | null) => (id === null ? '' : String(id))

export function PodcastForm<Done>({
  podcast,
  send,
  onDone,
  button,
}: {
  /** The current values; absent for a new podcast. */
  podcast?: Omit<OwnPodcast, 'status' | 'episodeCount' | 'readyCount'>
  send: (filled: Filled<keyof typeof RULES>) => Promise<Done>
  onDone: (done: Done) => void
  button: string
}) {
  const initial = podcast && {
    name: podcast.name,
    description: podcast.description ?? '',
    primaryCategoryId: idText(podcast.primaryCategoryId),
    primarySubcategoryId: idText(podcast.primarySubcategoryId),
    secondaryCategoryId: idText(podcast.secondaryCategoryId),
    secondarySubcategoryId: idText(podcast.secondarySubcategoryId),
    isExplicit: String(podcast.isExplicit),
    website: podcast.website ?? '',
    instagram: podcast.instagram ?? '',
    youtube: podcast.youtube ?? '',
    twitter: podcast.twitter ?? '',
    npub: podcast.npub ?? '',
  }
  return (
    <ContentForm
      rules={RULES}
      {...(initial && { initial, artworkUrl: podcast.artworkUrl })}
      send={send}
      onDone={onDone}
      button={button}
    >
      {(errors) => (
        <>
          <Field
            name="name"
            label={t('studio.podcastName')}
            defaultValue={initial?.name}
            autoComplete="off"
            required
            error={errors['name']}
          />
          <TextArea
            name="description"
            label={t('studio.description')}
            hint={t('studio.descriptionHint')}
            defaultValue={initial?.description}
            error={errors['description']}
          />
          <CategoryFields
            rank="primary"
            categoryId={podcast?.primaryCategoryId ?? null}
            subcategoryId={podcast?.primarySubcategoryId ?? null}
          />
          <CategoryFields
            rank="secondary"
            categoryId={podcast?.secondaryCategoryId ?? null}
            subcategoryId={podcast?.secondarySubcategoryId ?? null}
          />
          <FormSwitch
            name="isExplicit"
            label={t('studio.podcastExplicit')}
            hint={t('studio.podcastExplicitHint')}
            isOn={podcast?.isExplicit ?? false}
          />
          <LinkFields errors={errors} {...(initial && { initial })} />
        </>
      )}
    </ContentForm>
  )
}
