/** Models that run on this machine: no socket, but the lock waits just as long. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const localModels: readonly NetworkTable[] = [
  {
    kind: 'local model',
    packages: ['onnxruntime-common', 'onnxruntime-node', 'onnxruntime-web', 'openvino-node', 'sherpa-onnx-node'],
    only: ['compileModel', 'create', 'decode', 'generate', 'infer', 'inferAsync', 'readModel', 'run'],
    sync: ['infer'],
  },
  {
    kind: 'local model',
    packages: ['@huggingface/transformers', '@xenova/transformers'],
    only: ['_call', 'forward', 'from_pretrained', 'generate', 'pipeline'],
  },
  {
    kind: 'local model',
    packages: ['node-llama-cpp', '@mlc-ai/web-llm', 'gpt4all'],
    only: [
      'CreateMLCEngine', 'create', 'createCompletion', 'createContext', 'createEmbedding', 'createEmbeddingContext',
      'createRankingContext', 'evaluate', 'generateCompletion', 'generateInfillCompletion', 'getEmbeddingFor',
      'getLlama', 'loadModel', 'prompt', 'promptWithMeta', 'rank', 'rankAll', 'rankAndSort', 'reload',
      'resolveModelFile',
    ],
    starts: ['evaluate'],
  },
  {
    kind: 'local model',
    packages: ['@tensorflow/*', '@tensorflow-models/*'],
    only: [
      'classify', 'detect', 'embed', 'estimateFaces', 'estimateHands', 'estimatePoses', 'evaluate', 'evaluateDataset',
      'execute', 'executeAsync', 'fit', 'fitDataset', 'load', 'loadGraphModel', 'loadLayersModel', 'predict',
      'predictOnBatch', 'segmentPerson', 'trainOnBatch',
    ],
    sync: ['evaluate', 'execute', 'predict', 'predictOnBatch'],
  },
  { kind: 'local model', packages: ['brain.js'], only: ['run', 'train', 'trainAsync'], sync: ['run', 'train'] },
  { kind: 'local model', packages: ['tesseract.js'], only: ['createWorker', 'detect', 'recognize', 'addJob'] },
  {
    kind: 'local model',
    packages: ['fastembed', 'nodejs-whisper', 'smart-whisper', 'whisper-node'],
    only: ['default', 'embed', 'init', 'nodewhisper', 'passageEmbed', 'queryEmbed', 'transcribe', 'whisper'],
    starts: ['embed', 'passageEmbed'],
  },
]
