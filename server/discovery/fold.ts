/** Normalizes words for search: lower case without accents, other alphabets transliterated to Latin, scripts without
 * spaces cut into pairs of characters. Applied to stored and to typed text, so that both match. */

const WORD_MAX = 40
const WORDS_MAX = 40

/** Letters that Unicode does not decompose, and alphabets with a customary transliteration. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'ng' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ј: 'j' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', љ: 'lj', њ: 'nj', ђ: 'dj' },
  ...{ ћ: 'c', џ: 'dz' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}ー]/u
const RUNS = new RegExp(`${UNSPACED.source}+|[^\\s]+?(?=${UNSPACED.source}|\\s|$)`, 'gu')
const HAN = /\p{sc=Han}/u
const KANA = /[\p{sc=Hiragana}ー]+/gu

export type FoldedWord = {
  text: string
  /** A pair of characters from a text without spaces: it must match exactly, without typing errors. */
  isPair: boolean
}
export type Folded = { name: string; words: FoldedWord[] }

/** "Björk's Кино — サクラ" → bjorks, kino, さく, くら, sakura. */
export function fold(text: string): Folded {
  const plain = plainLetters(text)
  const words: FoldedWord[] = []
  for (const [run] of plain.matchAll(RUNS)) {
    if (UNSPACED.test(run)) words.push(...pairsOf(run))
    else words.push({ text: run.slice(0, WORD_MAX), isPair: false })
  }
  return { name: plain, words: words.slice(0, WORDS_MAX) }
}

function plainLetters(text: string): string {
  const small = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    // Removes accents, except the marks that turn か into が, which are part of the letter.
    .replace(/(?![\u3099\u309a])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ァ-ヶ]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60))
  const latin = small.replace(/\P{ASCII}/gu, (character) => LETTERS[character] ?? character)
  return latin
    .replace(/['’ʼ`´.]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}ー]+/gu, ' ')
    .trim()
}

function pairsOf(run: string): FoldedWord[] {
  const characters = [...run]
  const pairs =
    characters.length === 1 ? [run] : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  const single = characters.filter((character) => characters.length > 1 && HAN.test(character))
  return [...new Set([...pairs, ...single])].map((text) => ({ text, isPair: true }))
}

/** Additional search words of a name: its kana transliterated to Latin. */
export function romanised(text: string): string[] {
  return [...plainLetters(text).matchAll(KANA)].map(([run]) => toRomaji(run)).filter((word) => word.length > 2)
}

const KANA_ROWS: readonly [string, string][] = [
  ['', 'あいうえお'],
  ['k', 'かきくけこ'],
  ['g', 'がぎぐげご'],
  ['s', 'さしすせそ'],
  ['z', 'ざじずぜぞ'],
  ['t', 'たちつてと'],
  ['d', 'だぢづでど'],
  ['n', 'なにぬねの'],
  ['h', 'はひふへほ'],
  ['b', 'ばびぶべぼ'],
  ['p', 'ぱぴぷぺぽ'],
  ['m', 'まみむめも'],
  ['r', 'らりるれろ'],
]
const VOWELS = 'aiueo'
const romaji = new Map<string, string>([
  ...KANA_ROWS.flatMap(([consonant, row]) =>
    [...row].map((character, index): [string, string] => [character, consonant + VOWELS[index]]),
  ),
  ...Object.entries({ し: 'shi', ち: 'chi', つ: 'tsu', ふ: 'fu', じ: 'ji', ぢ: 'ji', づ: 'zu', ん: 'n', を: 'o' }),
  ...Object.entries({ や: 'ya', ゆ: 'yu', よ: 'yo', わ: 'wa', ゃ: 'ya', ゅ: 'yu', ょ: 'yo', ゔ: 'vu' }),
  ...Object.entries({ ぁ: 'a', ぃ: 'i', ぅ: 'u', ぇ: 'e', ぉ: 'o', ー: '' }),
])

function toRomaji(kana: string): string {
  let text = ''
  for (const character of kana) {
    const sound = romaji.get(character) ?? ''
    // きゃ is kya, しゃ is sha: the small character replaces the vowel.
    if ('ゃゅょ'.includes(character))
      text = /(sh|ch|j)i$/.test(text) ? text.slice(0, -1) + sound.slice(1) : `${text.slice(0, -1)}${sound}`
    else if ('ぁぃぅぇぉ'.includes(character)) text = text.slice(0, -1) + sound
    else text += character === 'っ' ? 'っ' : sound
  }
  return text.replace(/っ(.)/g, '$1$1').replaceAll('っ', '')
}
