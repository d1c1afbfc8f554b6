/** One spelling for what reads alike: case, accents, scripts of digits, kinds of dashes, signs that look like letters. */
export const fold = (text: string) =>
  inLatin(text)
    .toLowerCase()
    .replace(/(?<=\d\s?)[x*](?=\s?\d)/g, 'x')
    .replace(/(?<=\d\s?)(?:"|'')/g, ' inch ')
    .replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, '.')
    .replace(/\s+/g, ' ')
    .trim()

/** Most of what the shop itself has written is plain already. */
const inLatin = (text: string) =>
  /[^ -~]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\p{M}\p{Cf}]/gu, '')
        .replace(/\p{Nd}/gu, asciiDigit)
        .replace(/[‐-―−]/g, '-')
        .replace(/[×✕✖]/g, 'x')
        .replace(/[ßẞłŁæÆœŒ]/g, (letter) => plainLetters[letter.toLowerCase()]!)
        .replace(/[“”″]/g, '"')
        .replace(/[’′]/g, "'")
        .replace(/[\p{L}\d]+/gu, inOneScript)
    : text

/** Letters that are no accented ones to Unicode. */
const plainLetters: Record<string, string> = { ß: 'ss', ł: 'l', æ: 'ae', œ: 'oe' }

/** Digits of every script stand in a row from zero to nine. */
function asciiDigit(digit: string) {
  let zero = digit.codePointAt(0)!
  if (zero < 128) return digit
  const code = zero
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}

/** A word that mixes Cyrillic letters with Latin ones or digits was typed on the wrong keyboard, or by a prankster. */
const inOneScript = (word: string) =>
  /\p{Script=Cyrillic}/u.test(word) && /[a-z\d]/i.test(word)
    ? word.replace(/./gu, (letter) => latinLookAlikes[letter.toLowerCase()] ?? letter)
    : word

const latinLookAlikes: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
}
