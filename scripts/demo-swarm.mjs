// `npm run demo:swarm`: what a lock that is held across a call does to a swarm of workers, measured here and now.
import { createJiti } from 'jiti'
import { installPrograms } from './programs.mjs'

if (!installPrograms()) process.exit(1)
await createJiti(import.meta.url).import('../bench/swarm/run.ts')
