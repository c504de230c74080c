import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { gzipSync } from 'fflate';
import type { Compression } from '../platform.ts';
import { certificate } from './certificate.ts';
import { gunzip } from './gunzip.ts';

const digests = { sha256, sha384, sha512 };

export const packing: Compression = {
  gzip(bytes) {
    const packed = gzipSync(bytes, { level: 9, mtime: 0 });
    // Sets the operating system to "unknown", as in data that the server compresses in Node.js.
    packed[9] = 0xff;
    return packed;
  },
  gunzip,
  digest: (algorithm, bytes) => digests[algorithm](bytes),
  certificate,
};
