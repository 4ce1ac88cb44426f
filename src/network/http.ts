/** HTTP, GraphQL, RPC and socket clients; a response's body counts as well, for reading it waits for the network. */
import type { NetworkTable } from './network.ts'

const body = ['arrayBuffer', 'blob', 'buffer', 'bytes', 'formData', 'json', 'text']

// prettier-ignore
export const http: readonly NetworkTable[] = [
  {
    kind: 'HTTP',
    packages: ['axios', 'redaxios', 'gaxios'],
    only: [
      'default', 'axios', 'AxiosInstance', 'AxiosStatic', 'request', 'get', 'head', 'options', 'delete', 'post', 'put',
      'patch', 'postForm', 'putForm', 'patchForm',
    ],
  },
  // The methods give observables, and `pipe` gives one on.
  { kind: 'HTTP', packages: ['@nestjs/axios'], local: ['HttpModule'] },
  {
    kind: 'HTTP',
    packages: ['got', 'ky', 'ky-universal'],
    local: ['create', 'extend', 'mergeOptions', 'calculateRetryDelay', 'stop', 'retry', 'isHTTPError'],
    starts: ['stream', 'paginate', 'each'],
  },
  { kind: 'HTTP', packages: ['ofetch'], only: ['$fetch', 'ofetch', 'raw', 'native', 'fetch', ...body] },
  {
    kind: 'HTTP',
    packages: [
      'node-fetch', 'cross-fetch', 'isomorphic-fetch', 'make-fetch-happen', 'minipass-fetch', '@whatwg-node/fetch',
    ],
    only: ['default', 'fetch', ...body],
  },
  {
    kind: 'HTTP',
    packages: ['undici'],
    only: ['fetch', 'request', 'stream', 'pipeline', 'connect', 'upgrade', 'dispatch', 'dump', ...body],
    starts: ['pipeline', 'dispatch'],
    constructs: ['WebSocket', 'EventSource'],
  },
  {
    kind: 'HTTP',
    packages: ['wretch'],
    local: [
      'default', 'addon', 'auth', 'accept', 'content', 'headers', 'options', 'url', 'query', 'body', 'formUrl',
      'middlewares', 'defer', 'catcher', 'resolve', 'errorType', 'polyfills', 'customError',
    ],
  },
  { kind: 'HTTP', packages: ['superagent'], local: ['agent', 'abort', 'serialize', 'parse'] },
  { kind: 'HTTP', packages: ['needle', 'phin', 'request-promise', 'request-promise-native'], local: ['jar', 'cookie'] },
  {
    kind: 'HTTP',
    packages: ['request'],
    only: ['default', 'get', 'head', 'options', 'delete', 'del', 'post', 'put', 'patch'],
    starts: ['default', 'get', 'head', 'options', 'delete', 'del', 'post', 'put', 'patch'],
  },
  { kind: 'HTTP', packages: ['node:http', 'node:https'], only: ['get', 'request'], starts: ['get', 'request'] },
  { kind: 'HTTP', packages: ['node:http2'], only: ['connect', 'request'], starts: ['connect', 'request'] },

  {
    kind: 'HTTP',
    packages: ['graphql-request'],
    only: ['default', 'request', 'rawRequest', 'batchRequests', 'rawBatchRequests'],
  },
  {
    kind: 'HTTP',
    packages: ['@apollo/client', 'apollo-client'],
    only: [
      'query', 'mutate', 'refetch', 'fetchMore', 'refetchQueries', 'reFetchObservableQueries', 'resetStore',
      'subscribe',
    ],
    starts: ['subscribe'],
  },
  {
    kind: 'HTTP',
    packages: ['urql', '@urql/core'],
    only: ['query', 'mutation', 'executeQuery', 'executeMutation', 'subscription', 'toPromise'],
    starts: ['query', 'mutation', 'executeQuery', 'executeMutation', 'subscription'],
  },
  {
    kind: 'HTTP',
    packages: ['graphql-ws', 'graphql-sse'],
    only: ['subscribe', 'iterate'],
    starts: ['subscribe', 'iterate'],
  },

  {
    kind: 'HTTP',
    packages: ['@trpc/client'],
    only: ['query', 'mutate', 'mutation', 'subscribe'],
    starts: ['subscribe'],
  },
  {
    kind: 'HTTP',
    packages: ['@grpc/grpc-js', 'grpc'],
    local: [
      'Metadata', 'Server', 'ServerCredentials', 'credentials', 'createInsecure', 'createSsl',
      'createFromMetadataGenerator', 'createFromGoogleCredential', 'combineChannelCredentials',
      'combineCallCredentials', 'loadPackageDefinition', 'load', 'getClientChannel', 'getChannel',
      'makeClientConstructor', 'makeGenericClientConstructor', 'setLogger', 'setLogVerbosity', 'cancel', 'getPeer',
      'close',
    ],
  },
  {
    kind: 'HTTP',
    packages: ['@connectrpc/connect', 'nice-grpc'],
    local: [
      'createClient', 'createPromiseClient', 'createCallbackClient', 'createChannel', 'createClientFactory',
      'createServer', 'createContextKey', 'createContextValues', 'createRouterTransport', 'cors', 'Metadata', 'Code',
      'ConnectError', 'use', 'createInsecure', 'createSsl',
    ],
  },
  {
    kind: 'HTTP',
    packages: ['hono/client'],
    only: ['$get', '$post', '$put', '$patch', '$delete', '$head', '$options'],
  },
  {
    kind: 'HTTP',
    packages: ['openapi-fetch', 'openapi-client-axios', '@zodios/core'],
    local: [
      'default', 'use', 'eject', 'createPathBasedClient', 'wrapAsPathBasedClient', 'makeApi', 'getClient', 'paths',
    ],
  },
  {
    kind: 'HTTP',
    packages: ['soap'],
    local: [
      'default', 'listen', 'passwordDigest', 'setSecurity', 'setEndpoint', 'setSOAPAction', 'addSoapHeader',
      'addHttpHeader', 'addBodyAttribute', 'describe', 'clearSoapHeaders', 'clearHttpHeaders',
    ],
    starts: ['createClient'],
  },

  {
    kind: 'HTTP',
    packages: ['ws', 'isomorphic-ws', 'partysocket', 'reconnecting-websocket', 'eventsource'],
    only: [],
    constructs: ['default', 'WebSocket', 'EventSource', 'PartySocket', 'ReconnectingWebSocket'],
  },
  {
    kind: 'HTTP',
    packages: ['socket.io-client'],
    only: ['default', 'io', 'connect', 'emitWithAck'],
    starts: ['default', 'io', 'connect'],
  },
  { kind: 'HTTP', packages: ['@microsoft/signalr'], only: ['start', 'invoke', 'send', 'stream'], starts: ['stream'] },

  { kind: 'HTTP', packages: ['rss-parser'], only: ['parseURL'] },
  {
    kind: 'HTTP',
    packages: ['openid-client', 'oauth4webapi'],
    only: [
      'discover', 'discovery', 'discoveryRequest', 'callback', 'grant', 'introspect', 'refresh', 'revoke', 'userinfo',
      'authorizationCodeGrant', 'clientCredentialsGrant', 'refreshTokenGrant', 'genericGrantRequest', 'fetchUserInfo',
      'fetchProtectedResource', 'tokenIntrospection', 'tokenRevocation', 'initiateDeviceAuthorization',
      'pollDeviceAuthorizationGrant', 'authorizationCodeGrantRequest', 'clientCredentialsGrantRequest',
      'refreshTokenGrantRequest', 'userInfoRequest', 'introspectionRequest', 'revocationRequest',
    ],
  },
  {
    kind: 'HTTP',
    packages: ['ethers', 'viem', '@solana/web3.js'],
    only: [
      'call', 'estimateGas', 'getBalance', 'getBlock', 'getBlockNumber', 'getTransaction', 'getTransactionReceipt',
      'getTransactionCount', 'getLogs', 'getFeeData', 'getGasPrice', 'sendTransaction', 'sendRawTransaction',
      'sendAndConfirmTransaction', 'confirmTransaction', 'getAccountInfo', 'getLatestBlockhash', 'waitForTransaction',
      'waitForTransactionReceipt', 'readContract', 'writeContract', 'simulateContract', 'multicall', 'wait',
    ],
  },
]
