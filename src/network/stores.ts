/** Caches, databases other than PostgreSQL, search engines and vector stores. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
const mysqlLocal = [
  'default', 'cast', 'config', 'createPool', 'createPoolCluster', 'createPoolPromise', 'destroy', 'escape', 'escapeId',
  'format', 'getClient', 'of', 'pause', 'promise', 'raw', 'release', 'resume',
]

// prettier-ignore
export const stores: readonly NetworkTable[] = [
  {
    // `multi` and `pipeline` only collect; `exec` sends.
    kind: 'cache',
    packages: ['ioredis', 'iovalkey', 'redis', '@redis/client', '@upstash/redis', '@valkey/valkey-glide'],
    local: [
      'default', 'commandOptions', 'createClient', 'createClientPool', 'createCluster', 'createSentinel',
      'defineCommand', 'destroy', 'disconnect', 'duplicate', 'fromEnv', 'fromURL', 'getBuiltinCommands', 'multi',
      'nodes', 'pipeline', 'ref', 'unref', 'withAbortSignal', 'withTypeMapping',
    ],
  },
  {
    kind: 'cache',
    packages: ['@upstash/ratelimit'],
    local: ['cachedFixedWindow', 'fixedWindow', 'slidingWindow', 'tokenBucket'],
  },
  { kind: 'cache', packages: ['memjs'], local: ['create'] },
  {
    // It takes callbacks.
    kind: 'cache',
    packages: ['memcached'],
    starts: ['add', 'append', 'decr', 'del', 'get', 'getMulti', 'gets', 'incr', 'replace', 'set', 'touch'],
  },
  { kind: 'cache', packages: ['redlock', '@sesamecare-oss/redlock', 'redis-semaphore'], local: ['default'] },
  {
    kind: 'database',
    packages: ['etcd3', 'consul', 'node-zookeeper-client'],
    local: ['default', 'createClient', 'election', 'lease', 'lock', 'namespace', 'watch'],
  },

  {
    // A cursor sends when it is read.
    kind: 'database',
    packages: ['mongodb'],
    local: [
      'Binary', 'BSON', 'Decimal128', 'Double', 'Int32', 'Long', 'ObjectId', 'Timestamp', 'UUID', 'addCursorFlag',
      'admin', 'allowDiskUse', 'batchSize', 'clone', 'collation', 'collection', 'comment', 'db', 'group', 'hint',
      'initializeOrderedBulkOp', 'initializeUnorderedBulkOp', 'limit', 'lookup', 'match', 'maxTimeMS', 'project',
      'rewind', 'skip', 'sort', 'startSession', 'startTransaction', 'unwind', 'withReadPreference',
      'openDownloadStream', 'openUploadStream', 'gridFSBucket',
    ],
    starts: ['aggregate', 'find', 'listCollections', 'listIndexes', 'listSearchIndexes', 'stream', 'watch'],
  },
  {
    kind: 'database',
    packages: ['mongoose', '@typegoose/typegoose', 'monk', 'papr'],
    local: [
      'default', 'Schema', 'Types', 'buildSchema', 'castObject', 'collection', 'createConnection', 'deleteModel',
      'deleteModelWithClass', 'discriminator', 'getClient', 'getDiscriminatorModelForClass', 'getModelForClass',
      'getModelWithString', 'hydrate', 'id', 'index', 'isModified', 'isObjectIdOrHexString', 'isValidObjectId',
      'markModified', 'model', 'modelNames', 'modelOptions', 'plugin', 'pluralize', 'post', 'pre', 'prop',
      'sanitizeFilter', 'schema', 'set', 'setDriver', 'toObject', 'trusted', 'unmarkModified', 'useDb', 'validateSync',
      'virtual',
    ],
    starts: ['cursor', 'watch', 'aggregate'],
  },
  {
    kind: 'database',
    packages: [
      'mariadb', 'mysql2/promise', 'promise-mysql', 'serverless-mysql', '@planetscale/database',
      '@tidbcloud/serverless',
    ],
    local: mysqlLocal,
  },
  {
    // These take callbacks.
    kind: 'database',
    packages: ['mysql', 'mysql2'],
    local: mysqlLocal,
    starts: [
      'beginTransaction', 'commit', 'connect', 'createConnection', 'end', 'execute', 'getConnection', 'ping', 'query',
      'rollback',
    ],
  },
  {
    kind: 'database',
    packages: ['mssql', 'tedious'],
    only: [
      'batch', 'begin', 'beginTransaction', 'bulk', 'callProcedure', 'commit', 'connect', 'execBulkLoad', 'execSql',
      'execSqlBatch', 'execute', 'prepare', 'query', 'rollback', 'unprepare',
    ],
  },
  {
    kind: 'database',
    packages: ['oracledb'],
    only: [
      'breakExecution', 'changePassword', 'commit', 'execute', 'executeMany', 'getConnection', 'createPool', 'getRow',
      'getRows', 'ping', 'rollback',
    ],
  },
  {
    kind: 'database',
    packages: ['neo4j-driver', 'gremlin'],
    only: [
      'beginTransaction', 'commit', 'executeQuery', 'executeRead', 'executeWrite', 'getServerInfo', 'hasNext',
      'iterate', 'next', 'readTransaction', 'rollback', 'run', 'submit', 'toList', 'verifyAuthentication',
      'verifyConnectivity', 'writeTransaction',
    ],
  },
  {
    kind: 'database',
    packages: ['@google-cloud/bigquery'],
    local: [
      'dataset', 'date', 'datetime', 'geography', 'int', 'job', 'model', 'range', 'routine', 'table', 'time',
      'timestamp',
    ],
    starts: ['createQueryStream', 'createReadStream', 'createWriteStream'],
  },
  {
    kind: 'database',
    packages: ['@google-cloud/firestore', 'firebase-admin/firestore', 'firebase-admin/database'],
    local: [
      'FieldPath', 'FieldValue', 'Filter', 'GeoPoint', 'Timestamp', 'batch', 'bulkWriter', 'child', 'collection',
      'collectionGroup', 'count', 'data', 'doc', 'endAt', 'endBefore', 'equalTo', 'findNearest', 'getDatabase',
      'getFirestore', 'initializeFirestore', 'isEqual', 'limit', 'limitToFirst', 'limitToLast', 'offset', 'onSnapshot',
      'orderBy', 'orderByChild', 'orderByKey', 'orderByValue', 'ref', 'select', 'settings', 'startAfter', 'startAt',
      'where', 'withConverter',
    ],
    starts: ['stream'],
  },
  {
    kind: 'database',
    packages: ['@google-cloud/bigtable', '@google-cloud/datastore', '@google-cloud/spanner'],
    local: [
      'cluster', 'createQuery', 'database', 'double', 'family', 'filter', 'float', 'geoPoint', 'hasAncestor',
      'instance', 'int', 'isInt', 'key', 'keyToLegacyUrlSafe', 'limit', 'order', 'row', 'select', 'table',
      'transaction',
    ],
    starts: ['createReadStream', 'runQueryStream', 'runStream', 'createQueryStream'],
  },
  {
    kind: 'database',
    packages: ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb', 'electrodb', 'dynamoose', '@azure/cosmos'],
    local: [
      'Schema', 'container', 'createSchema', 'database', 'destroy', 'from', 'item', 'model', 'params',
      'storedProcedure', 'trigger', 'userDefinedFunction',
    ],
  },
  {
    kind: 'database',
    packages: ['@influxdata/influxdb-client'],
    only: ['close', 'collectLines', 'collectRows', 'flush', 'iterateLines', 'iterateRows', 'queryRaw', 'queryRows'],
    starts: ['iterateLines', 'iterateRows', 'queryRows'],
  },
  {
    kind: 'database',
    packages: [
      '@clickhouse/client', '@databricks/sql', '@datastax/astra-db-ts', '@libsql/client', '@sap/hana-client',
      'arangojs', 'cassandra-driver', 'clickhouse', 'convex/browser', 'convex/nextjs', 'couchbase', 'fauna', 'faunadb',
      'hdb', 'influx', 'nano', 'rethinkdb', 'snowflake-sdk', 'surrealdb', 'trino-client',
    ],
    local: [
      'default', 'Long', 'Row', 'TimeUuid', 'Tuple', 'Uuid', 'aql', 'bucket', 'collection', 'configure', 'createClient',
      'createConnection', 'createPool', 'db', 'defaultCollection', 'escape', 'expr', 'fql', 'graph', 'keyspace',
      'options', 'scope', 'setAuth', 'table', 'use',
    ],
    starts: ['find', 'findAndRerank', 'stream'],
  },

  {
    kind: 'search',
    packages: [
      '@algolia/client-search', '@azure/search-documents', '@elastic/elasticsearch', '@opensearch-project/opensearch',
      'algoliasearch', 'elasticsearch', 'meilisearch', 'solr-client', 'sonic-channel', 'typesense',
    ],
    local: [
      'default', 'addAlgoliaAgent', 'algoliasearch', 'aliases', 'child', 'collections', 'createClient', 'createQuery',
      'documents', 'generateScopedSearchKey', 'generateSecuredApiKey', 'generateTenantToken',
      'getSecuredApiKeyRemainingValidity', 'initIndex', 'keys', 'liteClient', 'overrides', 'searchClient',
      'setClientApiKey', 'synonyms',
    ],
    // `meili.index(name)` gives an index, `elastic.index(document)` stores one.
    starts: ['index', 'scrollDocuments', 'scrollSearch'],
  },
  {
    kind: 'vector store',
    packages: [
      '@pinecone-database/pinecone', '@qdrant/js-client-grpc', '@qdrant/js-client-rest', '@turbopuffer/turbopuffer',
      '@upstash/vector', '@zilliz/milvus2-sdk-node', 'chromadb',
    ],
    local: ['default', 'api', 'fromEnv', 'index', 'namespace', 'withNamespace'],
    starts: ['Index'],
  },
  {
    // Every request of version 2 ends with `do`; version 3 gives its collections by `use` or `get`.
    kind: 'vector store',
    packages: ['weaviate-client', 'weaviate-ts-client'],
    only: [
      'aggregate', 'bm25', 'connectToCustom', 'connectToLocal', 'connectToWCS', 'connectToWeaviateCloud', 'create',
      'createFromSchema', 'deleteAll', 'deleteById', 'deleteMany', 'do', 'exists', 'fetchObjectById', 'fetchObjects',
      'hybrid', 'insert', 'insertMany', 'isLive', 'isReady', 'listAll', 'nearImage', 'nearMedia', 'nearObject',
      'nearText', 'nearVector', 'replace', 'update',
    ],
  },
]
