/** Functions that are slow on purpose: hashes of passwords, and keys that have to be searched for. */
import type { HeavyTable } from './heavy.ts'

// prettier-ignore
export const hashing: readonly HeavyTable[] = [
  {
    kind: 'hashing',
    packages: ['@node-rs/bcrypt', 'bcrypt', 'bcrypt-ts', 'bcryptjs'],
    calls: ['compare', 'compareSync', 'hash', 'hashSync', 'verify', 'verifySync'],
  },
  {
    kind: 'hashing',
    packages: ['@node-rs/argon2', 'argon2', 'argon2-browser'],
    calls: ['hash', 'hashRaw', 'hashRawSync', 'hashSync', 'verify', 'verifySync'],
  },
  {
    kind: 'hashing',
    packages: ['hash-wasm'],
    calls: ['argon2Verify', 'argon2d', 'argon2i', 'argon2id', 'bcrypt', 'bcryptVerify', 'pbkdf2', 'scrypt'],
  },
  {
    kind: 'hashing',
    packages: ['@noble/hashes/*'],
    calls: [
      'argon2d', 'argon2dAsync', 'argon2i', 'argon2iAsync', 'argon2id', 'argon2idAsync', 'pbkdf2', 'pbkdf2Async',
      'scrypt', 'scryptAsync',
    ],
    sync: ['argon2d', 'argon2i', 'argon2id', 'pbkdf2', 'scrypt'],
  },
  { kind: 'hashing', packages: ['scrypt-js'], calls: ['scrypt', 'syncScrypt'], sync: ['syncScrypt'] },
  {
    kind: 'hashing',
    packages: ['node:crypto'],
    calls: ['argon2', 'argon2Sync', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync'],
  },
  {
    kind: 'key generation',
    packages: ['node:crypto'],
    calls: ['generateKeyPair', 'generateKeyPairSync', 'generatePrime', 'generatePrimeSync'],
  },
  { kind: 'key generation', packages: ['jose'], calls: ['generateKeyPair'] },
]
