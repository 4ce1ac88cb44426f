/** Clients of model APIs: text, images, speech and embeddings, and the frameworks that call them. */
import type { NetworkTable } from './network.ts'

const streams = ['stream', 'createAndStream', 'runTools', 'submitToolOutputsStream']

// prettier-ignore
export const models: readonly NetworkTable[] = [
  {
    kind: 'model API',
    packages: [
      '@anthropic-ai/bedrock-sdk', '@anthropic-ai/sdk', '@anthropic-ai/vertex-sdk', '@azure/openai',
      '@cerebras/cerebras_cloud_sdk', '@perplexity-ai/perplexity_ai', '@writerai/writer-sdk', 'groq-sdk', 'openai',
      'openai-edge', 'portkey-ai', 'together-ai',
    ],
    local: [
      'default', 'withOptions', 'toFile', 'tee', 'toReadableStream', 'fromReadableStream', 'unwrap', 'verifySignature',
      'zodFunction', 'zodResponseFormat', 'zodResponsesFunction', 'zodTextFormat', 'zodOutputFormat', 'betaZodTool',
      'betaTool', 'betaZodOutputFormat', 'createHeaders',
    ],
    starts: streams,
  },
  {
    kind: 'model API',
    packages: [
      '@deepgram/sdk', '@elevenlabs/elevenlabs-js', '@fal-ai/client', '@fal-ai/serverless-client',
      '@huggingface/inference', '@ibm-cloud/watsonx-ai', '@lmstudio/sdk', '@mistralai/mistralai', '@openrouter/sdk',
      'assemblyai', 'chatgpt', 'cohere-ai', 'elevenlabs', 'ollama', 'replicate', 'voyageai',
    ],
    local: [
      'default', 'abort', 'config', 'createClient', 'createFalClient', 'endpoint', 'file', 'newInstance', 'tool',
      'transcriber', 'validateWebhook', 'withOptions',
    ],
    starts: ['stream', 'live'],
  },
  {
    // `create` makes a chat in the process and a batch or a cache outside: only an awaited one counts.
    kind: 'model API',
    packages: ['@google/genai', '@google/generative-ai', '@google-cloud/vertexai'],
    local: [
      'getGenerativeModel', 'getGenerativeModelFromCachedContent', 'startChat', 'getHistory', 'preview',
      'createUserContent', 'createModelContent', 'createPartFromUri', 'createPartFromText', 'createPartFromBase64',
      'createPartFromFunctionCall', 'createPartFromFunctionResponse', 'mcpToTool', 'setDefaultBaseUrls',
    ],
    starts: ['create'],
  },
  {
    kind: 'model API',
    packages: ['@aws-sdk/client-bedrock-agent-runtime', '@aws-sdk/client-bedrock-runtime'],
    local: ['destroy'],
  },

  {
    kind: 'model API',
    packages: ['ai'],
    only: [
      'embed', 'embedMany', 'generate', 'generateImage', 'generateObject', 'generateSpeech', 'generateText', 'rerank',
      'respond', 'stream', 'streamObject', 'streamText', 'streamUI', 'transcribe', 'consumeStream', 'createMCPClient',
      'experimental_createMCPClient', 'experimental_generateImage', 'experimental_generateSpeech',
      'experimental_generateVideo', 'experimental_transcribe',
    ],
    starts: ['respond', 'stream', 'streamObject', 'streamText'],
  },
  {
    // Factories of models: the functions of `ai` call them.
    kind: 'model API',
    packages: [
      '@ai-sdk/*', '@openrouter/ai-sdk-provider', 'ollama-ai-provider', 'ollama-ai-provider-v2', 'workers-ai-provider',
    ],
    only: ['doEmbed', 'doGenerate', 'doStream', 'createMCPClient', 'experimental_createMCPClient', 'streamUI'],
  },

  {
    kind: 'model API',
    packages: ['langchain', '@langchain/*'],
    only: [
      'addDocuments', 'addVectors', 'apply', 'batch', 'call', 'embedDocuments', 'embedQuery', 'fromDocuments',
      'fromExistingIndex', 'fromTexts', 'generate', 'generatePrompt', 'getRelevantDocuments', 'invoke', 'load',
      'maxMarginalRelevanceSearch', 'predict', 'run', 'similaritySearch', 'similaritySearchVectorWithScore',
      'similaritySearchWithScore', 'stream', 'streamEvents', 'streamLog',
    ],
    starts: ['streamEvents', 'streamLog'],
  },
  {
    kind: 'model API',
    packages: ['@langchain/langgraph-checkpoint', '@langchain/textsplitters', '@langchain/core/messages'],
    only: [],
  },
  {
    kind: 'model API',
    packages: ['llamaindex', '@llamaindex/*'],
    only: [
      'achat', 'acomplete', 'chat', 'complete', 'fromDocuments', 'getQueryEmbedding', 'getTextEmbedding',
      'getTextEmbeddings', 'getTextEmbeddingsBatch', 'insert', 'insertNodes', 'loadData', 'query', 'retrieve', 'run',
      'runStream', 'synthesize',
    ],
    starts: ['runStream'],
  },
  {
    kind: 'model API',
    packages: ['genkit', '@genkit-ai/*', '@instructor-ai/instructor', '@ax-llm/ax'],
    only: [
      'chat', 'create', 'embed', 'embedMany', 'forward', 'generate', 'generateStream', 'index', 'rerank', 'retrieve',
      'streamingForward',
    ],
    starts: ['generateStream', 'streamingForward'],
  },
]
