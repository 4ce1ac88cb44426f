// Per theme: the usual calls leave the process, and what only prepares them doesn't. `>` marks what starts, `!` blocks.
import { describe, expect, it } from 'vitest'
import { matchNetwork } from '../../src/network/index.ts'

interface Theme {
  /** Kind of service to the calls that reach it, written as they stand in a program whose import is the package. */
  readonly leaves: Readonly<Record<string, readonly string[]>>
  readonly stays: readonly string[]
}

// prettier-ignore
const themes: Readonly<Record<string, Theme>> = {
  http: {
    leaves: {
      HTTP: [
        'axios default', 'axios default.post', 'axios default.create.get', 'axios AxiosInstance.put',
        '@nestjs/axios HttpService.get', '@nestjs/axios HttpService.get.pipe',
        '@nestjs/axios HttpService.axiosRef.post', 'got default', 'got default.extend.post', '>got default.stream',
        'ky default.get.json', 'ky default', 'node-fetch default', 'node-fetch default.json', 'undici request',
        'undici fetch', 'undici Pool.request', 'ofetch ofetch', 'ofetch $fetch', 'wretch default.url.get.json',
        'superagent default.post.send.set', 'needle default', '>request default.post', 'request-promise default.get',
        '>node:https request', '>https default.get', '>node:http *.get', 'graphql-request request',
        'graphql-request GraphQLClient.request', '@apollo/client ApolloClient.query', 'urql Client.query.toPromise',
        '@trpc/client createTRPCClient.user.byId.query', '@grpc/grpc-js loadPackageDefinition.shop.Orders.place',
        '@connectrpc/connect createClient.say', 'openapi-fetch default.GET', 'hono/client hc.posts.$get',
        'soap createClientAsync', '>socket.io-client io', 'socket.io-client io.emitWithAck', 'openid-client discovery',
        'viem createPublicClient.getBalance',
      ],
    },
    stays: [
      'axios default.create', 'axios default.isAxiosError', 'axios default.interceptors.request.use',
      'axios default.get.headers.get', 'axios default.CancelToken.source', 'got default.extend', 'ky default.create',
      'ofetch ofetch.create', 'wretch default', 'wretch default.url.auth', 'undici setGlobalDispatcher',
      'node-fetch default.headers.get', 'node:http createServer', 'https default.createServer', 'graphql-request gql',
      'graphql-request GraphQLClient.setHeader', '@trpc/client httpBatchLink', '@trpc/client createTRPCClient',
      '@grpc/grpc-js credentials.createInsecure', '@grpc/grpc-js loadPackageDefinition',
      '@nestjs/axios HttpModule.register', 'openapi-fetch default', 'openapi-fetch default.use', 'hono/client hc',
      'ws WebSocket.send', 'soap listen', 'socket.io-client io.emit', 'socket.io-client io.on', 'viem parseEther',
      'hono Hono.get',
    ],
  },
  models: {
    leaves: {
      'model API': [
        'openai default.responses.create', 'openai default.chat.completions.create', 'openai OpenAI.embeddings.create',
        'openai default.responses.create.withResponse', '>openai default.responses.stream', 'openai default.files.list',
        '@anthropic-ai/sdk default.messages.create', '>@anthropic-ai/sdk Anthropic.messages.stream',
        '@anthropic-ai/sdk default.messages.stream.finalMessage', '@azure/openai AzureOpenAI.embeddings.create',
        'groq-sdk default.chat.completions.create', '@mistralai/mistralai Mistral.chat.complete',
        'cohere-ai CohereClient.chat', 'ollama default.chat', 'replicate default.run',
        '@huggingface/inference InferenceClient.chatCompletion', '@google/genai GoogleGenAI.models.generateContent',
        '@google/genai GoogleGenAI.chats.create.sendMessage',
        '@google/generative-ai GoogleGenerativeAI.getGenerativeModel.generateContent',
        '@aws-sdk/client-bedrock-runtime BedrockRuntimeClient.send', 'ai generateText', 'ai generateObject',
        '>ai streamText', 'ai embedMany', 'ai ToolLoopAgent.generate', '@ai-sdk/openai openai.embedding.doEmbed',
        '@langchain/openai ChatOpenAI.invoke', '@langchain/core/prompts ChatPromptTemplate.fromTemplate.pipe.invoke',
        '@langchain/langgraph StateGraph.compile.stream',
        '@langchain/community/vectorstores/hnswlib HNSWLib.similaritySearch', 'langchain createAgent.invoke',
        'llamaindex VectorStoreIndex.fromDocuments', 'genkit genkit.generate',
      ],
    },
    stays: [
      'openai default.withOptions', 'openai toFile', 'openai/helpers/zod zodResponseFormat',
      'openai default.webhooks.verifySignature', 'openai default.responses.create.output.map',
      '@anthropic-ai/sdk default.messages.stream.on', '@anthropic-ai/sdk default.messages.stream.abort',
      'ollama default.abort', '@google/generative-ai GoogleGenerativeAI.getGenerativeModel',
      '@google/generative-ai GoogleGenerativeAI.getGenerativeModel.startChat', 'ai tool', 'ai jsonSchema',
      'ai stepCountIs', 'ai streamText.toUIMessageStreamResponse', 'ai convertToModelMessages', '@ai-sdk/openai openai',
      '@ai-sdk/openai createOpenAI', '@ai-sdk/anthropic anthropic', '@openrouter/ai-sdk-provider createOpenRouter',
      '@langchain/core/prompts ChatPromptTemplate.fromMessages', '@langchain/core/prompts PromptTemplate.format',
      '@langchain/openai ChatOpenAI.bindTools', '@langchain/openai ChatOpenAI.withStructuredOutput',
      '@langchain/textsplitters RecursiveCharacterTextSplitter.splitText',
      '@langchain/langgraph StateGraph.addNode.compile', '@langchain/langgraph-checkpoint-postgres PostgresSaver.setup',
    ],
  },
  agents: {
    leaves: {
      'agent tool': [
        '@modelcontextprotocol/sdk/client/index.js Client.callTool',
        '@modelcontextprotocol/sdk/client/index.js Client.connect', '@openai/agents run', '@openai/agents Runner.run',
        '>@anthropic-ai/claude-agent-sdk query', '>@anthropic-ai/claude-code query',
        '@openai/codex-sdk Codex.startThread.run', '@mastra/core/agent Agent.generate',
        '@mastra/mcp MCPClient.getTools', 'e2b Sandbox.create', '@e2b/code-interpreter Sandbox.create.runCode',
        '@browserbasehq/stagehand Stagehand.act', '@composio/core Composio.tools.execute', 'exa-js default.search',
        '@tavily/core tavily.search', '@vercel/sandbox Sandbox.create',
      ],
    },
    stays: [
      '@modelcontextprotocol/sdk/server/mcp.js McpServer.tool',
      '@modelcontextprotocol/sdk/server/mcp.js McpServer.registerTool', '@openai/agents tool',
      '@openai/agents Agent.asTool', '@anthropic-ai/claude-agent-sdk tool',
      '@anthropic-ai/claude-agent-sdk createSdkMcpServer', '@openai/codex-sdk Codex.startThread',
      '@mastra/core/tools createTool', '@mastra/core/workflows createWorkflow.then.commit', '@tavily/core tavily',
      'e2b Sandbox.getHost',
    ],
  },
  cloud: {
    leaves: {
      'cloud service': [
        '@aws-sdk/client-s3 S3Client.send', '@aws-sdk/client-s3 S3.putObject', '@aws-sdk/lib-storage Upload.done',
        '@aws-sdk/client-secrets-manager SecretsManagerClient.send', 'aws-sdk default.S3.putObject.promise',
        '@google-cloud/storage Storage.bucket.file.save',
        '@google-cloud/secret-manager SecretManagerServiceClient.accessSecretVersion',
        '@azure/storage-blob BlobServiceClient.fromConnectionString.getContainerClient.getBlockBlobClient.upload',
        '@azure/keyvault-secrets SecretClient.getSecret', 'firebase-admin default.firestore.collection.doc.get',
        'firebase-admin default.auth.createUser', 'firebase-admin/auth getAuth.createUser',
        'googleapis google.drive.files.list', '@googleapis/sheets sheets.spreadsheets.values.get',
        'octokit Octokit.rest.issues.create', '@octokit/rest Octokit.request', '@octokit/graphql graphql',
        'cloudinary v2.uploader.upload', '@vercel/blob put', '@vercel/kv kv.get', '@vercel/edge-config get',
        'cloudflare default.kv.namespaces.list', '@notionhq/client Client.pages.create',
        '@linear/sdk LinearClient.createIssue', 'minio Client.putObject',
        '@clerk/backend createClerkClient.users.getUser',
        '@kubernetes/client-node KubeConfig.makeApiClient.listNamespacedPod', 'posthog-node PostHog.flush',
        '@microsoft/microsoft-graph-client Client.init.api.get', 'ssh2-sftp-client default.put',
      ],
    },
    stays: [
      '@aws-sdk/client-s3 S3Client.destroy', '@aws-sdk/s3-request-presigner getSignedUrl',
      '@aws-sdk/util-dynamodb marshall', '@aws-sdk/credential-providers fromIni',
      '@aws-sdk/rds-signer Signer.getAuthToken', 'aws-sdk default.config.update',
      '@google-cloud/storage Storage.bucket', '@google-cloud/storage Storage.bucket.file',
      '@google-cloud/cloud-sql-connector Connector.getOptions', '@google-cloud/logging-winston LoggingWinston.log',
      '@azure/storage-blob BlobServiceClient.fromConnectionString', '@azure/functions app.http',
      'firebase-admin default.initializeApp', 'firebase-admin default.firestore.collection.doc',
      'firebase-admin/app initializeApp', 'firebase-admin default.firestore.FieldValue.serverTimestamp',
      'firebase-admin default.firestore.batch.set', 'googleapis google.drive',
      'googleapis google.auth.OAuth2.generateAuthUrl', '@octokit/core Octokit.plugin',
      '@octokit/webhooks Webhooks.verify', 'cloudinary v2.config', 'cloudinary v2.url',
      '@clerk/backend createClerkClient', '@kubernetes/client-node KubeConfig.loadFromDefault',
      'posthog-node PostHog.capture', '@microsoft/microsoft-graph-client Client.init.api',
    ],
  },
  messages: {
    leaves: {
      mail: [
        'nodemailer default.createTransport.sendMail', 'nodemailer Transporter.sendMail', '@sendgrid/mail default.send',
        'resend Resend.emails.send', 'postmark ServerClient.sendEmail', 'mailgun.js default.client.messages.create',
        'node-mailjet default.apiConnect.post.request', '@aws-sdk/client-sesv2 SESv2Client.send',
      ],
      'message service': [
        'twilio default.messages.create', 'twilio default.verify.v2.services.verifications.create',
        '@slack/web-api WebClient.chat.postMessage', '@slack/webhook IncomingWebhook.send',
        '@slack/bolt App.client.chat.postMessage', 'discord.js Client.login', 'discord.js TextChannel.send',
        'telegraf Telegraf.telegram.sendMessage', 'grammy Bot.api.sendMessage', 'web-push default.sendNotification',
        'firebase-admin/messaging getMessaging.send', 'expo-server-sdk Expo.sendPushNotificationsAsync',
        'svix Svix.message.create', 'pusher default.trigger', '@aws-sdk/client-sns SNSClient.send',
      ],
    },
    stays: [
      'nodemailer default.createTransport', 'nodemailer createTransport.close', '@sendgrid/mail default.setApiKey',
      'mailgun.js default.client', 'node-mailjet default.apiConnect', 'mailersend EmailParams.setFrom.setTo',
      'twilio default', 'twilio default.validateRequest', 'twilio default.twiml.VoiceResponse.say',
      '@slack/web-api WebClient.on', '@slack/bolt App.message', '@slack/bolt App.event',
      'discord.js EmbedBuilder.setTitle', 'discord.js Client.on', 'telegraf Telegraf.command',
      'telegraf Markup.keyboard', 'grammy Bot.on', 'web-push default.setVapidDetails',
      'firebase-admin/messaging getMessaging', 'expo-server-sdk Expo.chunkPushNotifications', 'svix Webhook.verify',
      'pusher default.authorizeChannel',
    ],
  },
  payments: {
    leaves: {
      'payment service': [
        'stripe default.paymentIntents.create', 'stripe Stripe.charges.capture',
        'stripe default.customers.list.autoPagingToArray',
        '@paypal/checkout-server-sdk default.core.PayPalHttpClient.execute',
        '@mollie/api-client createMollieClient.payments.create', 'square SquareClient.payments.create',
        'braintree default.BraintreeGateway.transaction.sale', '@adyen/api-library CheckoutAPI.PaymentsApi.payments',
        'razorpay default.orders.create', 'mercadopago Payment.create', '@lemonsqueezy/lemonsqueezy.js createCheckout',
        '@paddle/paddle-node-sdk Paddle.transactions.create', 'plaid PlaidApi.transactionsSync',
      ],
    },
    stays: [
      'stripe default', 'stripe default.webhooks.constructEvent', '@mollie/api-client createMollieClient',
      '@mollie/api-client default', 'razorpay default.validateWebhookSignature',
      '@lemonsqueezy/lemonsqueezy.js lemonSqueezySetup', '@paddle/paddle-node-sdk Paddle.webhooks.unmarshal',
      '@polar-sh/sdk/webhooks validateEvent', 'stripe default.customers.list.data.map',
    ],
  },
  queues: {
    leaves: {
      queue: [
        'bullmq Queue.add', 'bullmq Queue.addBulk', 'bullmq Job.updateProgress', 'bull default.add',
        'bee-queue default.createJob.save', 'amqplib connect', '>amqplib default.connect.createChannel.sendToQueue',
        'kafkajs Kafka.producer.send', '@confluentinc/kafka-javascript KafkaJS.Kafka.producer.send', 'nats connect',
        'nats connect.request', '>nats connect.publish', '>mqtt default.connect', 'mqtt connectAsync',
        'mqtt MqttClient.publishAsync', 'inngest Inngest.send', '@temporalio/client Client.workflow.start',
        '@temporalio/client Client.workflow.getHandle.result', '@trigger.dev/sdk/v3 tasks.trigger',
        '@trigger.dev/sdk task.triggerAndWait', '@upstash/qstash Client.publishJSON',
        '@aws-sdk/client-sqs SQSClient.send', '@google-cloud/pubsub PubSub.topic.publishMessage',
        '@azure/service-bus ServiceBusClient.createSender.sendMessages', '@nestjs/microservices ClientProxy.send',
        'agenda Agenda.now',
      ],
    },
    stays: [
      'bullmq Queue.on', 'bull default', 'bull default.process', 'bee-queue default.createJob.retries',
      'kafkajs Kafka.producer', 'kafkajs Kafka.consumer', 'nats JSONCodec.encode', 'mqtt MqttClient.on',
      'inngest Inngest.createFunction', 'inngest/next serve', '@temporalio/client Client.workflow.getHandle',
      '@trigger.dev/sdk/v3 task', '@trigger.dev/sdk schedules.task', '@upstash/qstash Receiver.verify',
      '@google-cloud/pubsub PubSub.topic', '@azure/service-bus ServiceBusClient.createSender',
      '@nestjs/microservices MessagePattern', 'agenda Agenda.define',
    ],
  },
  stores: {
    leaves: {
      cache: [
        'ioredis default.get', 'ioredis Redis.set', 'ioredis default.multi.set.exec', 'redis createClient.connect',
        'redis createClient.hSet', 'redis createClient.multi.exec', '@upstash/redis Redis.fromEnv.get',
        '@upstash/ratelimit Ratelimit.limit', 'redlock default.acquire', 'redlock default.using',
        '>memcached default.get',
      ],
      database: [
        'mongodb MongoClient.connect', 'mongodb MongoClient.db.collection.insertMany',
        'mongodb MongoClient.db.collection.find.toArray', '>mongodb MongoClient.db.collection.find',
        'mongodb Collection.findOne', 'mongoose default.connect', 'mongoose model.find.sort.lean',
        'mongoose Model.create', 'mysql2/promise default.createPool.query', 'mysql2/promise Pool.getConnection',
        '>mysql2 default.createPool.query', 'mssql default.connect', 'mssql ConnectionPool.request.input.query',
        'cassandra-driver Client.execute', 'neo4j-driver default.driver.session.run',
        '@clickhouse/client createClient.insert', '@google-cloud/bigquery BigQuery.query',
        '@google-cloud/firestore Firestore.collection.doc.set', 'firebase-admin/firestore getFirestore.batch.commit',
        '@aws-sdk/client-dynamodb DynamoDBClient.send', '@aws-sdk/lib-dynamodb DynamoDBDocumentClient.from.send',
        '@influxdata/influxdb-client InfluxDB.getWriteApi.flush', '@libsql/client createClient.execute',
        'etcd3 Etcd3.put.value',
      ],
      search: [
        '@elastic/elasticsearch Client.search', '>@elastic/elasticsearch Client.index',
        '@elastic/elasticsearch Client.helpers.bulk', '@opensearch-project/opensearch Client.bulk',
        'meilisearch MeiliSearch.index.addDocuments', 'algoliasearch default.initIndex.saveObjects',
        'typesense Client.collections.documents.upsert',
      ],
      'vector store': [
        '@pinecone-database/pinecone Pinecone.index.namespace.upsert',
        '@pinecone-database/pinecone Pinecone.Index.query', '@qdrant/js-client-rest QdrantClient.upsert',
        'weaviate-client default.connectToLocal', 'weaviate-ts-client default.client.graphql.get.withLimit.do',
        'chromadb ChromaClient.getOrCreateCollection', '@zilliz/milvus2-sdk-node MilvusClient.insert',
        '@upstash/vector Index.upsert',
      ],
    },
    stays: [
      'ioredis default.duplicate', 'ioredis default.pipeline', 'ioredis default.pipeline.set',
      'ioredis default.multi.set.get', 'ioredis default.on', 'ioredis default.disconnect', 'redis createClient',
      'redis createClient.multi.hSet', '@upstash/redis Redis.fromEnv', '@upstash/ratelimit Ratelimit.slidingWindow',
      'mongodb MongoClient.db', 'mongodb MongoClient.db.collection', 'mongodb MongoClient.startSession',
      'mongodb ObjectId.createFromHexString', 'mongodb ObjectId.toHexString',
      'mongodb MongoClient.db.collection.initializeOrderedBulkOp.insert', 'mongoose model', 'mongoose default.model',
      'mongoose default.Types.ObjectId.createFromTime', 'mongoose Schema.pre', 'mongoose Schema.methods.x',
      'mongoose isValidObjectId', 'mysql2/promise default.createPool', 'mysql2/promise default.format',
      'mysql2/promise PoolConnection.release', 'mssql ConnectionPool.request.input',
      'neo4j-driver default.driver.session', 'neo4j-driver default.auth.basic', '@clickhouse/client createClient',
      '@google-cloud/firestore Firestore.collection.where', 'firebase-admin/firestore FieldValue.increment',
      'firebase-admin/firestore getFirestore.batch.set', '@aws-sdk/lib-dynamodb DynamoDBDocumentClient.from',
      '@influxdata/influxdb-client Point.tag', 'cassandra-driver default.types.Uuid.random',
      'algoliasearch default.initIndex', 'typesense Client.collections', '@pinecone-database/pinecone Pinecone.index',
      '@qdrant/js-client-rest QdrantClient.on', '@elastic/elasticsearch Client.child',
    ],
  },
  'local models': {
    leaves: {
      'local model': [
        'onnxruntime-node InferenceSession.create', 'onnxruntime-node InferenceSession.run',
        '@huggingface/transformers pipeline', '@xenova/transformers AutoModel.from_pretrained.generate',
        'node-llama-cpp getLlama', 'node-llama-cpp LlamaChatSession.prompt',
        '!@tensorflow/tfjs-node loadLayersModel.predict', '@tensorflow/tfjs-node LayersModel.fit',
        '@tensorflow-models/universal-sentence-encoder load.embed', 'tesseract.js createWorker.recognize',
      ],
    },
    stays: [
      'onnxruntime-node Tensor.reshape', '@tensorflow/tfjs-node tensor2d', '@tensorflow/tfjs-node tidy',
      '@tensorflow/tfjs-node sequential.add', 'node-llama-cpp LlamaChatSession.dispose',
    ],
  },
  browsers: {
    leaves: {
      browser: [
        'puppeteer default.launch', 'puppeteer Browser.newPage', 'puppeteer-core Page.goto',
        'playwright chromium.launch', 'playwright chromium.launch.newPage.getByRole.click',
        'selenium-webdriver WebDriver.get', 'webdriverio remote',
      ],
    },
    stays: [
      'puppeteer Page.url', 'puppeteer-extra default.use', 'playwright chromium.launch.newPage.getByRole',
      'playwright Page.locator', 'playwright Page.on', 'selenium-webdriver By.css',
      'selenium-webdriver until.elementLocated',
    ],
  },
  subprocesses: {
    leaves: {
      subprocess: [
        '>node:child_process exec', '>child_process execFile', '>node:child_process *.spawn',
        '>child_process default.fork', '!node:child_process execSync', '!node:child_process spawnSync', 'execa execa',
        'execa default', 'execa $', '!execa execaSync', 'zx $', 'tinyexec x', '>cross-spawn default',
        '!cross-spawn default.sync', '!shelljs default.exec', 'dockerode default.getContainer.start',
        'simple-git simpleGit.push', 'simple-git default.pull', 'isomorphic-git clone', 'node-ssh NodeSSH.execCommand',
        '>ssh2 Client.exec', 'testcontainers GenericContainer.withExposedPorts.start',
      ],
    },
    stays: [
      'node:child_process spawn.on', 'node:child_process ChildProcess.kill', 'shelljs default.mkdir',
      'dockerode default.getContainer', 'simple-git simpleGit', 'simple-git simpleGit.cwd', 'isomorphic-git add',
      'testcontainers GenericContainer.withExposedPorts', 'zx within',
    ],
  },
  sleeps: {
    leaves: {
      sleep: [
        'node:timers/promises setTimeout', 'timers/promises setTimeout', 'node:timers/promises scheduler.wait',
        '>node:timers/promises setInterval', 'delay default', 'sleep-promise default', 'es-toolkit delay',
        '!sleep msleep',
      ],
    },
    stays: [
      'node:timers/promises setImmediate', 'node:timers setTimeout', 'delay clearDelay', 'es-toolkit groupBy',
      'bluebird map',
    ],
  },
}

function match(call: string) {
  const [module = '', path = ''] = call.replace(/^[>!]/, '').split(' ')
  return matchNetwork(module, path.split('.'), 'call')
}

describe.each(Object.entries(themes))('%s', (_, { leaves, stays }) => {
  describe.each(Object.entries(leaves))('reaches: %s', (kind, calls) => {
    it.each(calls)('%s', (call) => {
      expect(match(call)).toMatchObject({ kind, sync: call.startsWith('!'), starts: call.startsWith('>') })
    })
  })
  describe('stays in the process', () => {
    it.each(stays)('%s', (call) => expect(match(call)).toBeUndefined())
  })
})
