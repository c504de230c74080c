import { createDiskReader } from './diskReader.ts';
import type { DiskAccess } from '../platform.ts';

export const disk: DiskAccess = { reader: createDiskReader };
