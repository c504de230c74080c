/** What can be done where oc cannot be used, as buttons. Without VS Code. */
import type { OcUnusable } from '../../oc/usableOc.ts';

export const byApi = 'Collect Through the API...';
export const getOc = 'Get oc';
export const setOc = 'Open Setting';

export type InsteadOfOc = typeof byApi | typeof getOc | typeof setOc;

/** In Restricted Mode, and of a cluster that stands in no file, no program is an answer. */
export function insteadOfOc(why: OcUnusable['why']): readonly InsteadOfOc[] {
  if (why === 'untrusted' || why === 'unnamed') return [byApi];
  return why === 'missing' ? [byApi, getOc, setOc] : [byApi, setOc];
}
