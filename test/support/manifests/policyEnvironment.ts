/** The environment in which tests check policies: the newest release, without a workspace. */
import { newestRelease } from '#core/product/releases.ts';
import type { PolicyEnvironment } from '#server/policy/model/policyEnvironment.ts';

export const policyEnvironment: PolicyEnvironment = {
  release: newestRelease,
  severities: new Map(),
  workspace: undefined,
  now: 0,
  onError: (message: string) => {
    throw new Error(message);
  },
};
