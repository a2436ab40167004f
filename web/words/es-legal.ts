/** Spanish words of the pages the operator writes. What stands in them is the operator's. */
export const esLegal = {
  'legal.terms': 'Condiciones',
  'legal.privacy': 'Privacidad',
  'legal.contact': 'Contacto',
  'legal.updated': 'Último cambio: {day}',
  'legal.default': 'Texto predeterminado del software',
  'legal.agree': 'Al crear una cuenta aceptas los {terms} y el {privacy}.',
  'legal.agreeTerms': 'términos',
  'legal.agreePrivacy': 'aviso de privacidad',
} as const
