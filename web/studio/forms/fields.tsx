/** The kinds of fields in the studio's forms, as data: validation rules, and how the field is rendered. Which fields a
 * form has is content/content-fields.tsx; sending is content/form.tsx. */
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field, SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { CategoryFields, GenreFields } from './choice-pair.tsx'
import { Fold } from './fold.tsx'
import { FormSwitch } from './form-parts.tsx'
import { LINK_RULES, type FieldErrors, type FieldRule, type FieldValues } from './form-values.ts'
import { GenresField } from './genres-field.tsx'
import { LinkFields } from './link-fields.tsx'

/** One field, or several that are rendered together. */
export type FormField = {
  rules: Readonly<Record<string, FieldRule>>
  render: (initial: FieldValues, errors: FieldErrors) => ReactNode
}

type Named<Props> = Props & { name: string }

export const textField = (props: Named<ComponentProps<typeof Field>>, rule: FieldRule): FormField => ({
  rules: { [props.name]: rule },
  render: (initial, errors) => (
    <Field
      key={props.name}
      autoComplete="off"
      {...props}
      defaultValue={initial[props.name]}
      required={rule.isRequired}
      error={errors[props.name]}
    />
  ),
})

export const textArea = (props: Named<ComponentProps<typeof TextArea>>, rule: FieldRule): FormField => ({
  rules: { [props.name]: rule },
  render: (initial, errors) => (
    <TextArea key={props.name} {...props} defaultValue={initial[props.name]} error={errors[props.name]} />
  ),
})

/** `missing`: the error when nothing is selected. `choices`: options that depend on the current value. */
export const selectField = (
  {
    missing,
    choices,
    ...props
  }: Named<ComponentProps<typeof SelectField>> & { missing?: string; choices?: (current: string) => ReactNode },
  rule: FieldRule,
): FormField => ({
  rules: { [props.name]: rule },
  render: (initial, errors) => (
    <SelectField
      key={props.name}
      defaultValue={initial[props.name]}
      {...props}
      required={rule.isRequired}
      error={errors[props.name] && (missing ?? errors[props.name])}
    >
      {choices ? choices(initial[props.name] ?? '') : props.children}
    </SelectField>
  ),
})

export const switchField = (props: { name: string; label: string; hint: string }): FormField => ({
  rules: { [props.name]: { max: 5, parse: (value) => value === 'true' } },
  render: (initial) => <FormSwitch key={props.name} {...props} isOn={initial[props.name] === 'true'} />,
})

const ID_RULE = { max: 16 }

export const genreFields: FormField = {
  rules: { genreId: ID_RULE, subgenreId: ID_RULE },
  render: (initial) => <GenreFields key="genre" initial={initial} />,
}

/** Of artists: several. */
export const genresField: FormField = {
  rules: { genreIds: { max: 64 } },
  render: (initial) => <GenresField key="genres" name="genreIds" initial={initial['genreIds'] ?? ''} />,
}

export const categoryFields = (rank: 'primary' | 'secondary'): FormField => ({
  rules: { [`${rank}CategoryId`]: ID_RULE, [`${rank}SubcategoryId`]: ID_RULE },
  render: (initial) => <CategoryFields key={rank} rank={rank} initial={initial} />,
})

export const linkFields: FormField = {
  rules: LINK_RULES,
  render: (initial, errors) => <LinkFields key="links" initial={initial} errors={errors} />,
}

/** Several fields that are collapsed until they have values. */
export const foldOf = (title: string, fields: readonly FormField[]): FormField => {
  const rules: FormField['rules'] = Object.assign({}, ...fields.map((field) => field.rules))
  return {
    rules,
    render: (initial, errors) => (
      <Fold key={title} title={title} isOpen={Object.keys(rules).some((name) => initial[name])}>
        {fields.map((field) => field.render(initial, errors))}
      </Fold>
    ),
  }
}

const NARROW_SECOND = 'sm:grid-cols-[minmax(0,1fr)_120px]'

/** Two fields in one row, by default the second narrow. */
export const rowOf = (first: FormField, second: FormField, columns = NARROW_SECOND): FormField => ({
  rules: { ...first.rules, ...second.rules },
  render: (initial, errors) => (
    <div key="row" className={classNames('grid gap-x-4 gap-y-5', columns)}>
      {first.render(initial, errors)}
      {second.render(initial, errors)}
    </div>
  ),
})
