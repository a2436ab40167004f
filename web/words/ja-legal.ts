/** Japanese words of the pages the operator writes. What stands in them is the operator's. */
export const jaLegal = {
  'legal.terms': '利用規約',
  'legal.privacy': 'プライバシー',
  'legal.contact': 'お問い合わせ',
  'legal.updated': '最終更新：{day}',
  'legal.unwritten': 'まだ書かれていません',
} as const
