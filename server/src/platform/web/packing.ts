import type { Compression } from '../platform.ts';
import { certificate } from './certificate.ts';
import { gunzip, gzip } from './gzip.ts';
import { sha2 } from './sha2.ts';

export const packing: Compression = { gzip, gunzip, digest: sha2, certificate };
