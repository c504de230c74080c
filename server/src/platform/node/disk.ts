import { diskReader } from '#server/engine/workspace/diskReader.ts';
import type { Disk } from '../platform.ts';

export const disk: Disk = { reader: diskReader };
