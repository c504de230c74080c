import type { DiskAccess } from '../platform.ts';

export const disk: DiskAccess = {
  // Nothing is on it; and that this was all is never said.
  reader: () => ({ list: () => nothing, whole: () => false, read: async () => undefined }),
};

const nothing: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};
