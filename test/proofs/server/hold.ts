/** For server.test.ts: starts a server, says where it is, and stays until it is ended. */
import { startServer } from './server.ts'

const { url, folder } = await startServer()
console.log(JSON.stringify({ url, folder }))
setInterval(() => undefined, 1000)
