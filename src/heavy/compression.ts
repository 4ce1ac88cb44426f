/** Packing and unpacking. */
import type { HeavyTable } from './heavy.ts'

// prettier-ignore
export const compression: readonly HeavyTable[] = [
  {
    kind: 'compression',
    packages: ['node:zlib'],
    calls: [
      'brotliCompress', 'brotliCompressSync', 'brotliDecompress', 'brotliDecompressSync', 'deflate', 'deflateRaw',
      'deflateRawSync', 'deflateSync', 'gunzip', 'gunzipSync', 'gzip', 'gzipSync', 'inflate', 'inflateRaw',
      'inflateRawSync', 'inflateSync', 'unzip', 'unzipSync', 'zstdCompress', 'zstdCompressSync', 'zstdDecompress',
      'zstdDecompressSync',
    ],
  },
  {
    kind: 'compression',
    packages: ['pako'],
    calls: ['deflate', 'deflateRaw', 'gzip', 'inflate', 'inflateRaw', 'ungzip'],
    sync: ['deflate', 'deflateRaw', 'gzip', 'inflate', 'inflateRaw', 'ungzip'],
  },
  {
    kind: 'compression',
    packages: ['fflate'],
    calls: ['deflateSync', 'gunzipSync', 'gzipSync', 'inflateSync', 'unzipSync', 'unzlibSync', 'zipSync', 'zlibSync'],
  },
  { kind: 'compression', packages: ['node-gzip'], calls: ['gzip', 'ungzip'] },
  { kind: 'compression', packages: ['@mongodb-js/zstd', 'lz4-napi', 'snappy'], calls: ['compress', 'compressSync', 'decompress', 'decompressSync', 'uncompress', 'uncompressSync'] },
  { kind: 'compression', packages: ['jszip'], calls: ['generateAsync', 'loadAsync'] },
  { kind: 'compression', packages: ['archiver'], calls: ['finalize'] },
  {
    kind: 'compression',
    packages: ['adm-zip'],
    calls: ['extractAllTo', 'extractAllToAsync', 'toBuffer', 'writeZip', 'writeZipPromise'],
    sync: ['extractAllTo', 'toBuffer', 'writeZip'],
  },
  { kind: 'compression', packages: ['tar'], calls: ['c', 'create', 'extract', 'x'] },
]
