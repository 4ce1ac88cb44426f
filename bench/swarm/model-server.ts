/** Stands in for a model API: a server on this machine that thinks for a while, about any number of requests at once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServer {
  readonly url: string
  stop(): Promise<void>
}

/** @param latency how long each answer takes, in milliseconds */
export async function startModelServer(latency: number): Promise<ModelServer> {
  const server = createServer((request, response) => {
    setTimeout(() => response.end(`the summary at ${request.url ?? ''}`), latency)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
