/** Sets of PostgreSQL's key words, each for one question that the lexer or the scanner asks. */

/**
 * Words after which an operand follows, so that `?` there is a placeholder and a hole there is a value. All other words
 * end an operand: a column, a type, `END`, `NULL`.
 */
export const EXPECTS_OPERAND: ReadonlySet<string> = new Set(
  (
    'select distinct all where and or not in like ilike similar between symmetric asymmetric is when then else case on ' +
    'having by limit offset values set returning using as with recursive materialized join any some union except intersect ' +
    'into from update to over escape collate perform return if elsif while loop call execute do array row exists cast ' +
    'first next only lateral interval window filter within into table begin declare query explain analyze reset show call ' +
    'savepoint release level for at isolation raise open copy truncate'
  ).split(' '),
)

/**
 * Words that need AS before them to be a column's alias (PostgreSQL manual, appendix C, "requires AS"). Every other word can be
 * a bare alias.
 */
export const NO_BARE_LABEL: ReadonlySet<string> = new Set(
  (
    'array as char character create day except fetch filter for from grant group having hour intersect into isnull limit ' +
    'minute month notnull offset on order over overlaps precision returning second to union varying where window with ' +
    'within without year'
  ).split(' '),
)

/** Words that can't be the bare alias of a table: reserved in FROM, or the start of what follows an entry of FROM. */
export const NO_TABLE_ALIAS: ReadonlySet<string> = new Set(
  (
    'as on using join inner left right full cross natural where group having window order limit offset fetch for union ' +
    'intersect except returning set values when tablesample with select default and or not loop then do lateral from'
  ).split(' '),
)

/** PostgreSQL manual 9.21 "Aggregate Functions", the ones in common use. */
export const AGGREGATES: ReadonlySet<string> = new Set(
  (
    'any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or count every json_agg jsonb_agg json_object_agg ' +
    'jsonb_object_agg max min range_agg string_agg sum xmlagg corr stddev stddev_pop stddev_samp variance var_pop var_samp ' +
    'mode percentile_cont percentile_disc'
  ).split(' '),
)

/** PostgreSQL manual, table 8.1: other spellings of type names. */
export const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['boolean', 'bool'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['character varying', 'varchar'],
  ['character', 'bpchar'],
  ['char', 'bpchar'],
  ['bit varying', 'varbit'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
  ['time without time zone', 'time'],
  ['time with time zone', 'timetz'],
])
