/** Spanish words of the pages the operator writes. What stands in them is the operator's. */
export const esLegal = {
  'legal.terms': 'Condiciones',
  'legal.privacy': 'Privacidad',
  'legal.contact': 'Contacto',
  'legal.updated': 'Último cambio: {day}',
  'legal.unwritten': 'Aún sin escribir',
} as const
