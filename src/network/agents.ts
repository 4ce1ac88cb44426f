/** Agent SDKs, tools over MCP, sandboxes and search services made for agents. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const agents: readonly NetworkTable[] = [
  {
    kind: 'agent tool',
    packages: ['@modelcontextprotocol/sdk'],
    only: [
      'callTool', 'callToolStream', 'complete', 'connect', 'createMessage', 'elicitInput', 'getPrompt', 'getTask',
      'listPrompts', 'listResourceTemplates', 'listResources', 'listRoots', 'listTools', 'ping', 'readResource',
      'request', 'setLoggingLevel', 'subscribeResource', 'unsubscribeResource',
    ],
    starts: ['callToolStream'],
  },
  {
    kind: 'agent tool',
    packages: ['@openai/agents', '@openai/agents-core', '@openai/agents-openai', '@openai/agents-realtime'],
    only: ['callTool', 'connect', 'getAllMcpTools', 'listTools', 'run', 'sendMessage'],
  },
  {
    kind: 'agent tool',
    packages: ['@anthropic-ai/claude-agent-sdk', '@anthropic-ai/claude-code'],
    only: ['query', 'stream', 'send', 'unstable_v2_prompt', 'interrupt', 'setModel', 'mcpServerStatus'],
    starts: ['query', 'stream'],
  },
  {
    kind: 'agent tool',
    packages: ['@github/copilot-sdk', '@openai/codex-sdk'],
    local: ['startThread', 'resumeThread', 'defineTool'],
  },
  {
    kind: 'agent tool',
    packages: ['@agentclientprotocol/sdk', '@a2a-js/sdk'],
    only: [
      'authenticate', 'cancelTask', 'getAgentCard', 'getTask', 'initialize', 'loadSession', 'newSession', 'prompt',
      'requestPermission', 'resubscribeTask', 'sendMessage', 'sendMessageStream', 'sessionUpdate',
    ],
    starts: ['resubscribeTask', 'sendMessageStream'],
  },
  {
    kind: 'agent tool',
    packages: ['@mastra/*', '@google/adk', '@voltagent/core'],
    only: [
      'callTool', 'generate', 'generateLegacy', 'generateObject', 'generateText', 'generateVNext', 'getTools',
      'getToolsets', 'listTools', 'listToolsets', 'network', 'resume', 'resumeAsync', 'runAsync', 'sendMessage',
      'start', 'startAsync', 'stream', 'streamLegacy', 'streamObject', 'streamText', 'streamVNext',
    ],
    starts: ['runAsync'],
  },
  {
    kind: 'agent tool',
    packages: [
      '@arcadeai/arcadejs', '@browserbasehq/sdk', '@browserbasehq/stagehand', '@composio/*', '@daytonaio/sdk',
      '@e2b/code-interpreter', '@e2b/desktop', '@getzep/zep-cloud', '@hyperbrowser/sdk', '@letta-ai/letta-client',
      '@mendable/firecrawl-js', '@runloop/api-client', '@tavily/core', '@vercel/sandbox', 'composio-core', 'e2b',
      'exa-js', 'firecrawl', 'mem0ai', 'modal',
    ],
    local: [
      'default', 'tavily', 'getHost', 'downloadUrl', 'uploadUrl', 'domain', 'createTool', 'createCustomTool',
      'verifyWebhook', 'withOptions', 'getSandbox',
    ],
  },
]
