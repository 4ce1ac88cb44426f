/** SDKs of clouds, code hosts and other hosted services that have no theme of their own. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const cloud: readonly NetworkTable[] = [
  { kind: 'cloud service', packages: ['@aws-sdk/*'], local: ['destroy', 'from'] },
  {
    // Signing, converting, handlers, logs, and what only serves a connection to PostgreSQL.
    kind: 'cloud service',
    packages: [
      '@aws-sdk/cloudfront-signer', '@aws-sdk/credential-provider-node', '@aws-sdk/credential-providers',
      '@aws-sdk/dsql-signer', '@aws-sdk/rds-signer', '@aws-sdk/s3-presigned-post', '@aws-sdk/s3-request-presigner',
      '@aws-sdk/types', '@aws-sdk/util-dynamodb', '@aws-sdk/client-rds-data', '@azure/core-auth', '@azure/core-util',
      '@azure/functions', '@azure/logger', '@azure/monitor-opentelemetry', '@google-cloud/alloydb-connector',
      '@google-cloud/cloud-sql-connector', '@google-cloud/error-reporting', '@google-cloud/functions-framework',
      '@google-cloud/logging-bunyan', '@google-cloud/logging-winston', '@google-cloud/profiler',
      '@google-cloud/trace-agent', '@octokit/auth-token', '@octokit/types', '@octokit/webhooks',
      '@octokit/webhooks-methods', '@octokit/webhooks-types',
    ],
    only: [],
  },
  {
    kind: 'cloud service',
    packages: ['aws-sdk'],
    only: ['promise', 'send', 'createReadStream'],
    starts: ['createReadStream'],
  },
  {
    kind: 'cloud service',
    packages: ['@google-cloud/*', 'google-gax'],
    local: [
      'bucket', 'file', 'database', 'dataset', 'instance', 'table', 'log', 'entry', 'publicUrl', 'cloudStorageURI',
      'getSignedUrl', 'generateSignedPostPolicyV4', 'locationPath', 'parent', 'projectPath', 'secretPath',
      'secretVersionPath', 'cryptoKeyPath', 'createReadStream', 'createWriteStream', 'fromJSON',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['@azure/*', '@azure-rest/*'],
    local: [
      'fromConnectionString', 'generateBlobSASQueryParameters', 'generateSasUrl', 'getAppendBlobClient',
      'getBlobBatchClient', 'getBlobClient', 'getBlobLeaseClient', 'getBlockBlobClient', 'getCertificateClient',
      'getContainerClient', 'getDirectoryClient', 'getFileClient', 'getFileSystemClient', 'getPageBlobClient',
      'getRootDirectoryClient', 'getShareClient', 'getShareDirectoryClient', 'path', 'default',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['firebase-admin'],
    local: [
      'app', 'applicationDefault', 'auth', 'bucket', 'cert', 'child', 'collection', 'collectionGroup', 'credential',
      'database', 'doc', 'endAt', 'equalTo', 'file', 'firestore', 'getApp', 'getApps', 'getAuth', 'getDatabase',
      'getFirestore', 'getMessaging', 'getRemoteConfig', 'getStorage', 'initializeApp', 'limit', 'limitToLast',
      'messaging', 'offset', 'orderBy', 'orderByChild', 'orderByKey', 'ref', 'select', 'settings', 'startAfter',
      'startAt', 'storage', 'verifyIdToken', 'where', 'withConverter', 'FieldValue', 'FieldPath', 'Timestamp',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['firebase'],
    only: [
      'addDoc', 'createUserWithEmailAndPassword', 'deleteDoc', 'deleteObject', 'get', 'getBytes', 'getCountFromServer',
      'getDoc', 'getDocs', 'getDownloadURL', 'remove', 'runTransaction', 'set', 'setDoc', 'signInAnonymously',
      'signInWithCustomToken', 'signInWithEmailAndPassword', 'updateDoc', 'uploadBytes', 'uploadString',
    ],
  },
  {
    // `google.drive(options)` only makes the client of a service.
    kind: 'cloud service',
    packages: ['googleapis', '@googleapis/*'],
    local: [
      'admin', 'analytics', 'analyticsdata', 'analyticsreporting', 'androidpublisher', 'auth', 'bigquery', 'calendar',
      'cloudresourcemanager', 'compute', 'customsearch', 'docs', 'drive', 'forms', 'fromJSON', 'generateAuthUrl',
      'gmail', 'iam', 'indexing', 'oauth2', 'people', 'searchconsole', 'setCredentials', 'sheets', 'slides', 'storage',
      'tasks', 'webmasters', 'youtube', 'youtubeAnalytics',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['google-auth-library'],
    only: [
      'fetchIdToken', 'getAccessToken', 'getApplicationDefault', 'getClient', 'getIdTokenClient', 'getProjectId',
      'getRequestHeaders', 'getToken', 'refreshAccessToken', 'request', 'revokeToken',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['octokit', '@octokit/*'],
    local: [
      'createAppAuth', 'createNodeMiddleware', 'createOAuthAppAuth', 'createTokenAuth', 'defaults', 'endpoint', 'parse',
      'plugin', 'restEndpointMethods', 'retry', 'throttling', 'wrap', 'before', 'after', 'error', 'verify', 'receive',
    ],
    starts: ['iterator'],
  },
  {
    kind: 'cloud service',
    packages: ['@vercel/blob', '@vercel/edge-config', '@vercel/kv', '@vercel/sdk'],
    local: ['createClient', 'createKV', 'parseConnectionString', 'getDownloadUrl', 'pipeline', 'multi'],
  },
  {
    kind: 'cloud service',
    packages: ['cloudinary'],
    local: [
      'config', 'url', 'image', 'video', 'api_sign_request', 'private_download_url', 'zip_download_url', 'upload_url',
      'webhook_signature', 'verifyNotificationSignature', 'sign_request', 'image_upload_tag',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['@microsoft/microsoft-graph-client'],
    only: ['get', 'post', 'put', 'patch', 'delete', 'create', 'update', 'getStream', 'putStream', 'upload', 'iterate'],
  },
  {
    kind: 'cloud service',
    packages: ['posthog-node'],
    only: ['captureImmediate', 'flush', 'getAllFlags', 'getFeatureFlag', 'isFeatureEnabled', 'shutdown'],
  },
  { kind: 'cloud service', packages: ['@segment/analytics-node'], only: ['closeAndFlush', 'flush'] },
  {
    kind: 'cloud service',
    packages: ['@kubernetes/client-node'],
    local: [
      'dumpYaml', 'getContexts', 'getCurrentCluster', 'getCurrentContext', 'getCurrentUser', 'loadAllYaml',
      'loadFromCluster', 'loadFromClusterAndUser', 'loadFromDefault', 'loadFromFile', 'loadFromOptions',
      'loadFromString', 'loadYaml', 'makeApiClient', 'makeInformer', 'setCurrentContext',
    ],
  },
  {
    kind: 'cloud service',
    packages: [
      '@1password/sdk', '@clerk/backend', '@clerk/clerk-sdk-node', '@gitbeaker/*',
      '@googlemaps/google-maps-services-js', '@hubspot/api-client', '@infisical/sdk', '@linear/sdk', '@notionhq/client',
      '@sanity/client', '@shopify/shopify-api', '@woocommerce/woocommerce-rest-api', '@workos-inc/node', 'airtable',
      'apify-client', 'auth0', 'backblaze-b2', 'cloudflare', 'contentful', 'contentful-management', 'dropbox',
      'google-spreadsheet', 'imagekit', 'jira-client', 'jira.js', 'jsforce', 'jwks-rsa', 'minio', 'node-vault',
      'uploadthing',
    ],
    local: [
      // made or configured here
      'actor', 'base', 'clone', 'configure', 'createClerkClient', 'createClient', 'createUploadthing', 'dataset',
      'default', 'keyValueStore', 'listen', 'requestQueue', 'setAccessToken', 'setApiKey', 'shopifyApi', 'sobject',
      'table', 'task', 'withConfig',
      // computed here
      'constructEvent', 'getAuthenticationParameters', 'getAuthorizationUrl', 'getJwksUrl', 'getLogoutUrl',
      'isFullPage', 'isFullDatabase', 'isFullBlock', 'sheetsByIndex', 'url', 'validate', 'validateHmac', 'verifyHeader',
      'verifyToken', 'presignedGetObject', 'presignedPutObject', 'presignedPostPolicy', 'presignedUrl', 'newPostPolicy',
    ],
  },
  {
    kind: 'cloud service',
    packages: ['basic-ftp', 'ftp', 'ldapjs', 'ldapts', 'ssh2-sftp-client', 'webdav'],
    local: ['client', 'close', 'createClient', 'createServer', 'destroy', 'parseDN', 'parseFilter', 'trackProgress'],
    starts: ['connect', 'bind', 'createReadStream', 'createWriteStream'],
  },
]
