/** Portuguese words of the pages the operator writes. What stands in them is the operator's. */
export const ptLegal = {
  'legal.terms': 'Termos',
  'legal.privacy': 'Privacidade',
  'legal.contact': 'Contato',
  'legal.updated': 'Última alteração em {day}',
  'legal.default': 'Texto padrão do software',
  'legal.agree': 'Ao criar uma conta, você concorda com os {terms} e o {privacy}.',
  'legal.agreeTerms': 'termos',
  'legal.agreePrivacy': 'aviso de privacidade',
} as const
