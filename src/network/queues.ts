/** Brokers, job queues and workflow engines that live outside PostgreSQL. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const queues: readonly NetworkTable[] = [
  {
    kind: 'queue',
    packages: ['bullmq', 'bull', 'bee-queue', 'rsmq', 'quirrel'],
    local: [
      'default', 'process', 'createJob', 'asJSON', 'isRunning', 'toKey', 'createRepeatableJobKey',
      // `queue.createJob(data).retries(3).save()`
      'backoff', 'delayUntil', 'retries', 'setId', 'timeout',
    ],
  },
  {
    // Publishing writes to a buffer; the broker's answer is another call's, or awaited through a confirm channel.
    kind: 'queue',
    packages: ['amqplib', 'amqp-connection-manager', 'rascal', 'rhea', 'rhea-promise'],
    local: ['default', 'withDefaultConfig', 'create_container', 'isConnected'],
    starts: [
      'publish', 'sendToQueue', 'ack', 'nack', 'reject', 'ackAll', 'nackAll', 'open_sender', 'open_receiver', 'send',
    ],
  },
  {
    kind: 'queue',
    packages: ['kafkajs', '@confluentinc/kafka-javascript', '@confluentinc/schemaregistry'],
    local: ['admin', 'consumer', 'producer', 'logger', 'paused', 'seek', 'pause', 'resume', 'toJSON'],
  },
  {
    kind: 'queue',
    packages: ['node-rdkafka'],
    local: ['createReadStream', 'createWriteStream', 'poll', 'setPollInterval'],
    starts: ['connect', 'consume', 'flush', 'produce'],
  },
  {
    kind: 'queue',
    packages: ['nats', '@nats-io/*'],
    only: [
      'add', 'addStream', 'closed', 'connect', 'consume', 'create', 'delete', 'drain', 'fetch', 'flush', 'get', 'info',
      'next', 'publish', 'purge', 'put', 'request', 'requestMany', 'rtt', 'update', 'watch',
    ],
    starts: ['publish'],
  },
  {
    kind: 'queue',
    packages: ['mqtt'],
    only: [
      'connect', 'connectAsync', 'endAsync', 'publish', 'publishAsync', 'subscribe', 'subscribeAsync',
      'unsubscribeAsync',
    ],
    starts: ['connect', 'publish', 'subscribe'],
  },
  { kind: 'queue', packages: ['@nestjs/microservices'], only: ['connect', 'emit', 'send'] },
  { kind: 'queue', packages: ['inngest'], only: ['send', 'sendSignal'] },
  {
    kind: 'queue',
    packages: ['@trigger.dev/sdk', '@trigger.dev/core'],
    only: [
      'batchTrigger', 'batchTriggerAndWait', 'cancel', 'for', 'list', 'poll', 'replay', 'reschedule', 'retrieve',
      'subscribeToRun', 'trigger', 'triggerAndWait', 'until',
    ],
    starts: ['subscribeToRun', 'list'],
  },
  {
    kind: 'queue',
    packages: ['@temporalio/client', '@restatedev/restate-sdk-clients', '@hatchet-dev/typescript-sdk'],
    local: [
      'getHandle', 'workflowClient', 'serviceClient', 'objectClient', 'serviceSendClient', 'objectSendClient', 'opts',
      'lazy', 'init', 'task', 'workflow', 'durableTask', 'createStandaloneTask', 'withAbortSignal', 'withDeadline',
      'withMetadata',
    ],
  },
  {
    kind: 'queue',
    packages: ['@upstash/qstash', '@upstash/workflow'],
    local: ['verify', 'serve', 'createWorkflow', 'topics'],
  },
  {
    kind: 'queue',
    packages: [
      '@aws-sdk/client-sqs', '@azure/event-hubs', '@azure/service-bus', '@azure/storage-queue', '@google-cloud/pubsub',
      '@google-cloud/tasks',
    ],
    local: [
      'createReceiver', 'createSender', 'createSessionReceiver', 'destroy', 'fromConnectionString', 'getQueueClient',
      'location', 'locationPath', 'queuePath', 'projectPath', 'subscription', 'tokenize', 'topic', 'tryAdd', 'ack',
      'nack', 'modAck', 'setOptions',
    ],
  },
  { kind: 'queue', packages: ['sqs-consumer', 'sqs-producer'], only: ['send', 'queueSize'] },
  {
    kind: 'queue',
    packages: [
      '@stomp/stompjs', 'stompit', 'celery-node', 'faktory-worker', 'zeebe-node', '@camunda8/sdk', 'moleculer',
    ],
    local: [
      'createService', 'createTask', 'createWorker', 'createWorkerManager', 'getOperateApiClient',
      'getZeebeGrpcApiClient', 'job', 'loadService', 'loadServices', 'register', 'subscribe', 'unsubscribe',
      'waitForServices',
    ],
    starts: ['activate', 'publish', 'send', 'emit', 'broadcast'],
  },
  {
    kind: 'queue',
    packages: ['agenda'],
    only: ['cancel', 'every', 'jobs', 'now', 'purge', 'save', 'schedule', 'start', 'stop', 'drain'],
  },
]
