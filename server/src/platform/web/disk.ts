import type { DiskAccess } from '../platform.ts';

export const disk: DiskAccess = {
  // A browser has no disk, so the list is empty and never complete.
  reader: () => ({ list: () => nothing, whole: () => false, read: async () => undefined }),
};

const nothing: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};
