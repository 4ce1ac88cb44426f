/** An ESLint language server over stdio, as editors start it, and the requests that a test makes of it. */
import { spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'

const BIN = fileURLToPath(
  new URL('node_modules/vscode-langservers-extracted/bin/vscode-eslint-language-server', import.meta.url),
)

interface Position {
  readonly line: number
  readonly character: number
}

export interface Diagnostic {
  readonly code: string
  readonly message: string
  readonly range: { readonly start: Position; readonly end: Position }
}

interface Action {
  readonly title: string
  readonly command?: { readonly command: string; readonly arguments?: readonly unknown[] }
}

interface Edit {
  readonly documentChanges?: readonly { readonly edits: readonly { readonly newText: string }[] }[]
  readonly changes?: Readonly<Record<string, readonly { readonly newText: string }[]>>
}

export interface LanguageServer {
  /** Opens a file of the project, with the text that is on the disk. */
  open(name: string): void
  /** The buffer of an open file holds this text now. */
  change(name: string, text: string): void
  diagnostics(name: string): Promise<readonly Diagnostic[]>
  /** The titles of what may be done about a diagnostic. */
  actions(name: string, diagnostic: Diagnostic): Promise<readonly string[]>
  /** Does it, and gives the new texts of the edits. */
  apply(name: string, diagnostic: Diagnostic, title: string): Promise<readonly string[]>
  stop(): Promise<void>
}

export async function startServer(folder: string): Promise<LanguageServer> {
  const root = realpathSync(folder)
  const rootUri = pathToFileURL(root).href
  const child = spawn(process.execPath, [BIN, '--stdio'], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const applied: Edit[] = []
  const settings = settingsOf(rootUri)
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
    items.map(() => settings),
  )
  // Approved.
  connection.onRequest('eslint/confirmESLintExecution', () => 4)
  connection.onRequest('workspace/applyEdit', ({ edit }: { edit: Edit }) => {
    applied.push(edit)
    return { applied: true }
  })
  connection.onRequest(() => null)
  connection.listen()
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'project' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true, applyEdit: true },
      textDocument: {
        diagnostic: { dynamicRegistration: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
      },
    },
  })
  await connection.sendNotification('initialized', {})
  await connection.sendNotification('workspace/didChangeConfiguration', { settings })

  const versions = new Map<string, number>()
  const uriOf = (name: string): string => pathToFileURL(join(root, name)).href
  const actionsOn = async (name: string, diagnostic: Diagnostic): Promise<readonly Action[]> =>
    connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: uriOf(name) },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic] },
    })

  return {
    open(name) {
      versions.set(name, 1)
      const text = readFileSync(join(root, name), 'utf8')
      const textDocument = { uri: uriOf(name), languageId: 'typescript', version: 1, text }
      void connection.sendNotification('textDocument/didOpen', { textDocument })
    },
    change(name, text) {
      const version = (versions.get(name) ?? 0) + 1
      versions.set(name, version)
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(name), version },
        contentChanges: [{ text }],
      })
    },
    async diagnostics(name) {
      const textDocument = { uri: uriOf(name) }
      const { items } = await connection.sendRequest<{ items: readonly Diagnostic[] }>('textDocument/diagnostic', {
        textDocument,
      })
      return items
    },
    actions: async (name, diagnostic) => (await actionsOn(name, diagnostic)).map(({ title }) => title),
    async apply(name, diagnostic, title) {
      const action = (await actionsOn(name, diagnostic)).find((one) => one.title.startsWith(title))
      if (!action?.command) throw new Error(`no action ${title}`)
      const { command, arguments: args } = action.command
      applied.length = 0
      await connection.sendRequest('workspace/executeCommand', { command, arguments: args })
      return applied.flatMap(({ documentChanges = [], changes = {} }) =>
        [...documentChanges.flatMap(({ edits }) => edits), ...Object.values(changes).flat()].map(
          ({ newText }) => newText,
        ),
      )
    },
    async stop() {
      const closed = new Promise((resolve) => child.once('exit', resolve))
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      await closed
      connection.dispose()
    },
  }
}

/** What the editor's extension would send. */
function settingsOf(uri: string): object {
  return {
    validate: 'on',
    run: 'onType',
    useESLintClass: true,
    useFlatConfig: true,
    experimental: {},
    codeActionOnSave: { mode: 'all' },
    format: false,
    quiet: false,
    onIgnoredFiles: 'off',
    options: {},
    rulesCustomizations: [],
    problems: { shortenToSingleLine: false },
    nodePath: null,
    workspaceFolder: { uri, name: 'project' },
    workingDirectory: { mode: 'location' },
    codeAction: {
      disableRuleComment: { enable: true, location: 'separateLine', commentStyle: 'line' },
      showDocumentation: { enable: true },
    },
  }
}
