/** English texts around the operator's legal pages. The pages themselves are written by the operator. */
export const enLegal = {
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
  'legal.contact': 'Contact',
  'legal.updated': 'Last changed on {day}',
  'legal.default': 'Default text of the software',
  'legal.agree': 'By creating an account you agree to the {terms} and the {privacy}.',
  'legal.agreeTerms': 'terms',
  'legal.agreePrivacy': 'privacy notice',
} as const
