/** English words of the pages the operator writes. What stands in them is the operator's. */
export const enLegal = {
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
  'legal.contact': 'Contact',
  'legal.updated': 'Last changed on {day}',
  'legal.unwritten': 'Not written yet',
} as const
