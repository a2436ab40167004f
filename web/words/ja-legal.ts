/** Japanese words of the pages the operator writes. What stands in them is the operator's. */
export const jaLegal = {
  'legal.terms': '利用規約',
  'legal.privacy': 'プライバシー',
  'legal.contact': 'お問い合わせ',
  'legal.updated': '最終更新：{day}',
  'legal.default': 'ソフトウェアの標準テキスト',
  'legal.agree': 'アカウントを作成すると、{terms}と{privacy}に同意したことになります。',
  'legal.agreeTerms': '利用規約',
  'legal.agreePrivacy': 'プライバシーポリシー',
} as const
