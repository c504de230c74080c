import { createDiskReader } from '#server/engine/workspace/diskReader.ts';
import type { DiskAccess } from '../platform.ts';

export const disk: DiskAccess = { reader: createDiskReader };
