/** German words of the pages the operator writes. What stands in them is the operator's. */
export const deLegal = {
  'legal.terms': 'Nutzungsbedingungen',
  'legal.privacy': 'Datenschutz',
  'legal.contact': 'Kontakt',
  'legal.updated': 'Zuletzt geändert am {day}',
  'legal.default': 'Standardtext der Software',
  'legal.agree': 'Mit dem Anlegen eines Kontos stimmst du den {terms} und der {privacy} zu.',
  'legal.agreeTerms': 'Nutzungsbedingungen',
  'legal.agreePrivacy': 'Datenschutzerklärung',
} as const
