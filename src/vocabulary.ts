/**
 * The only place where a name is evidence.
 *
 * Everything else follows values; where a value's origin is out of sight, these tables say what its name suggests. Each
 * is used to stay silent, or to name a value in a message, never as the only reason for a finding.
 */

const COUNTERPARTS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(try|re)?-?(acquire|lock|take|obtain|grab|claim|hold)|^(try|get|acquire|take|begin|start|enter)\w*lock/i,
    /^(release|unlock|free|drop|dispose|giveBack|end|stop|close|finish|let)|unlock|release\w*lock|Symbol\.(async)?dispose/i,
  ],
  [
    /^(enter|start|begin|init|campaign|become|join)/i,
    /^(leave|exit|close|stop|end|finish|disconnect|destroy|dispose|release|unlock|shutdown|resign)|Symbol\.(async)?dispose/i,
  ],
]

/** Whether one of `others` is the counterpart of a method called `name`: `acquire` and `release`. */
export function hasCounterpart(name: string, others: Iterable<string>): boolean {
  const wanted = COUNTERPARTS.filter(([taking]) => taking.test(name)).map(([, giving]) => giving)
  for (const other of others) if (other !== name && wanted.some((giving) => giving.test(other))) return true
  return false
}

/** Whether a method of this name lets go of what its object holds. */
export function isReleasing(name: string): boolean {
  return /release|unlock|dispose|free|^end|^stop|^close|^finish|shutdown|destroy|^leave|^exit|Symbol\.(async)?[dD]ispose/.test(
    name,
  )
}

/** Whether a method of this name only tells how its object is: `isConnected`, `released`. */
export function isStateQuestion(name: string): boolean {
  return /^(is|has)[A-Z]|^(connected|released|ended|closed|destroyed|active|alive|open(ed)?)$/.test(name)
}

/** Whether a decorator or function of this name puts what it is given into a transaction of its async context. */
export function isTransactionName(name: string): boolean {
  return /transact|unitOfWork/i.test(name)
}

/** Whether a function or object of this name writes log lines: it neither throws nor waits. */
export function isLogger(name: string): boolean {
  return /^(log|logger|console|debug|trace)$|logger$|^log[A-Z]/i.test(name)
}

const ASIDE = new Set(
  'log logs logging logger audit metric metrics telemetry track trace tracing report reporter notify notification notifications analytics stats statistics heartbeat beat renew renewal alive ping poll watch watcher monitor listen listener subscribe publish emit progress'.split(
    ' ',
  ),
)

/** Whether a call of this name goes on beside the work on purpose: it tells of it, or keeps something alive. */
export function isAside(name: string): boolean {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).some((word) => ASIDE.has(word.toLowerCase()))
}

/** Whether a call of this name is no work: `clock.sleep` waits for a while, `expect` looks at what a test has got. */
export function isNoWork(path: string): boolean {
  return (
    /^(expect|assert)\b/.test(path) ||
    /(^|\.)(sleep|delay|pause|wait|backoff|setTimeout|timeout)(For|Ms|Seconds)?$/i.test(path)
  )
}

/** Whether a value of this name stops work: an AbortSignal, its controller, a cancel function. */
export function isCancelName(name: string): boolean {
  return /signal|abort|cancel/i.test(name)
}

/** Whether a method of this name only gives its object in another form, so the same each time. */
export function isConversionName(name: string): boolean {
  return /^(to[A-Z]|trim|valueOf$|digest$|read[A-Z]\w*\d|getTime$|normalize$)/.test(name)
}

/** Whether a value of this name is the address of a database: text, no options. */
export function isAddressName(name: string): boolean {
  return /url$|uri$|dsn$|connection_?string$/i.test(name)
}

/** Whether a method of this name opens a transaction and lends it to its callback. */
export function isTransactionMethod(name: string): boolean {
  return /^(\$transaction|transaction|transactional|begin|tx)$/.test(name)
}

/** Whether a class of this name is an error: making one doesn't throw. */
export function isErrorName(name: string): boolean {
  return /(Error|Exception)$/.test(name)
}

/** Whether a function or method of this name sends a statement to a database. */
export function isStatementVerb(name: string): boolean {
  return /quer(y|ies)|exec|raw|^run|sql|select|unsafe|^(one|any|none|many|get|all|first|value|scalar|fetch|rows?)$|OrNone$|statement|lock/i.test(
    name,
  )
}

/** Whether a call of this name, in the making of a statement, changes data. */
export function isWriteVerb(name: string): boolean {
  return /^(insert|update|delete|upsert|save|increment|decrement|truncate|bulk|patch|persist|soft(Delete|Remove)|native(Insert|Update|Delete)|createMany|findOrCreate|(create|alter|drop)(Table|Index|View|Schema|Type))(?![a-z])|^(create|del|remove|merge|mergeInto|destroy|replaceInto|restore|recover|flush)$/.test(
    name,
  )
}

/** Whether a call of this name, in the making of a statement, asks for how many, the first one, or whether there is any. */
export function isWholeVerb(name: string): boolean {
  return /^(\$?count(All|By|Distinct)?|getCount|findAndCount(All|By)?|aggregate|groupBy|max|min|sum|maximum|minimum|exists?|existsBy|getExists|findFirst(OrThrow)?|findOne(By)?(OrFail|OrThrow)?|first)$/.test(
    name,
  )
}

/** Whether a column of this name tells the rows of `table` apart: `id`, `uuid`, and `job_id` in `jobs`. */
export function isPrimaryKeyName(column: string, table: string | undefined): boolean {
  if (/^(id|uuid|guid|pk)$/i.test(column)) return true
  const owner = /^(\w+?)_?(?:id|uuid|guid|key)$/i.exec(column)?.[1]?.toLowerCase()
  const last = table?.split('.').at(-1)?.toLowerCase()
  return (
    owner !== undefined && last !== undefined && [owner, `${owner}s`, `${owner.replace(/y$/, 'ie')}s`].includes(last)
  )
}

const ENTITY =
  /(^|[a-z_])(id|uuid|guid|slug|tenant|account|org|organi[sz]ation|user|customer|member|team|project|workspace|region|shop|store|site|room|channel|order|invoice|device|agent|task|job|run|thread|chat|name|key|code|number|email|handle|domain|repo|branch|table|queue|topic|shard|partition)$/i
const ENTITY_CAMEL = /(Id|Uuid|Slug|Name|Key|Code|Number|No|Email)$/
const NOT_ENTITY =
  /^(tx|trx|t|db|sql|client|conn|connection|pool|manager|em|executor|runner|queryRunner|knex|prisma|session|transaction|fn|cb|callback|work|body|job|task|action|handler|operation|next|done|options|opts|config|settings|ctx|context|log|logger|signal|abortSignal|abort|timeout|timeoutMs|ms|limit|max|retries|attempts?|req|res|request|response|event|args|text|query|statement|params|values|mode|flag|dryRun|force|verbose|lockName|lockKey|lockId|lock)$/i

/** Whether a parameter or loop variable of this name stands for one entity of many. A plural stands for many. */
export function isEntityName(name: string): boolean {
  if (NOT_ENTITY.test(name)) return false
  return ENTITY_CAMEL.test(name) || ENTITY.test(name)
}

/** Whether a name says that something is never one of many: a handle, a callback, options, a limit. */
export function isNoEntityName(name: string): boolean {
  return NOT_ENTITY.test(name)
}

/** Whether a function of this name may read or change what a lock protects: it computes nothing that could be done before. */
export function touchesState(name: string): boolean {
  return (
    /^(get|load|find|fetch|read|list|query|select|search|look|count|exists?|check|is|has|can|should|must|ensure|require|resolve|current|latest|next|allocate|reserve|claim|take|acquire|pick|peek|poll|pull|scan|open|close|connect|init|create|insert|add|append|save|store|write|put|set|update|upsert|delete|remove|drop|clear|reset|apply|run|exec|execute|process|handle|perform|do|start|stop|begin|finish|end|complete|mark|record|register|send|publish|emit|notify|enqueue|dispatch|push|sync|refresh|rebuild|recompute|recalculate|import|export|migrate|with|use|try|retry|wait|sleep|delay|lock|unlock|commit|assert|validate|verify|authori[sz]e|authenticate|log|track|flush|invalidate|cache|replay|reconcile|settle|charge|pay|issue|assign|increment|consume|drain|sweep|purge|archive|restore|install|prepare|warm|now)(?![a-z])/.test(
      name,
    ) || /number|sequence|serial|balance|stock|quota|slug|(Id|Code|Seq|Row|Rows|Record|Records|Stats)$/i.test(name)
  )
}

/** Whether a function or class of this name brings a database into shape: what it goes through lies in the program. */
export function isSetUpName(name: string): boolean {
  return /migrat|schema|seed|bootstrap|install|setup|set_up|startup|boot(?!h)|backfill|init(ial)?(i[sz]e)?$|^init/i.test(
    name,
  )
}

/** Whether a function, class or constant of this name migrates, sets up, or elects one leader: one for everybody by nature. */
export function isSingletonName(name: string): boolean {
  return /migrat|schema|seed|bootstrap|install|setup|set_up|startup|boot|leader|elect|singleton|cron|schedul|housekeep|janitor|sweep|cleanup|nightly|hourly|daily|weekly|startUp|init(ial)?(i[sz]e)?$|^init|backfill|reindex|daemon|reaper|maintenance|retention|garbage/i.test(
    name,
  )
}

/** Whether something of this name is about a job that runs by the clock. */
export function isCronName(name: string): boolean {
  return /cron(?![a-z])/i.test(name.replace(/([A-Z])/g, ' $1'))
}

/** Whether the text of a test puts something else in place of modules: `vi.mock('./db')`, `jest.mock('./db')`. */
export function replacesModules(text: string): boolean {
  return /\b(?:vi|jest|mock)\.(?:mock|doMock|unstable_mockModule|module)\(/.test(text)
}

const COLLECTION_VERBS = new Set(['add', 'clear', 'delete', 'push', 'set'])

/** What a `Set`, a `Map` or an array is changed by. */
export function isCollectionVerb(name: string): boolean {
  return COLLECTION_VERBS.has(name)
}
