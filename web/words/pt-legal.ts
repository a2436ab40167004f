/** Portuguese words of the pages the operator writes. What stands in them is the operator's. */
export const ptLegal = {
  'legal.terms': 'Termos',
  'legal.privacy': 'Privacidade',
  'legal.contact': 'Contato',
  'legal.updated': 'Última alteração em {day}',
  'legal.unwritten': 'Ainda não escrito',
} as const
