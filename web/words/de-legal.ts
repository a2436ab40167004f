/** German words of the pages the operator writes. What stands in them is the operator's. */
export const deLegal = {
  'legal.terms': 'Nutzungsbedingungen',
  'legal.privacy': 'Datenschutz',
  'legal.contact': 'Kontakt',
  'legal.updated': 'Zuletzt geändert am {day}',
  'legal.unwritten': 'Noch nicht geschrieben',
} as const
