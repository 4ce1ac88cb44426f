/** Functions of PostgreSQL that only make a key or a value, and words that stand before a bracket like a function. */
const NAMES = new Set(
  (
    'abs mod concat concat_ws lower upper trim left right substr substring length coalesce nullif cast convert_to encode ' +
    'decode get_byte bit_count now to_char format row values greatest least bigint int int4 int8 integer bit varchar char ' +
    'numeric in as and or not on from select where case when then else md5 hashtext hashtextextended'
  ).split(' '),
)
const FAMILIES = /^(pg_(try_)?advisory\w*|hash\w*|sha\d+)$/

/** Whether a call of this name does no work that a lock would protect. */
export function onlyMakesValue(name: string): boolean {
  const lower = name.toLowerCase()
  return NAMES.has(lower) || FAMILIES.test(lower)
}
