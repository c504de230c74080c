/** Provides the names that a unit test can use: those of all files of its package. */
import { canonicalizeUri, getFolderUri, getUriFileName } from '#server/engine/workspace/fileUri.ts';
import type { PolicyContext } from '#server/policy/policyRule.ts';
import { analyzePolicy, formatPackage } from '../policyAnalysis.ts';

/** The names that a unit test can use from other files. */
export interface TestedNames {
  readonly names: ReadonlySet<string>;
  /** File name of the tested policy. */
  readonly policyName: string;
}

/**
 * Returns the names that the other files in the package define. Returns undefined if no known file contains a policy
 * in the package, because an unknown file might define the names.
 */
export function findTestedNames({ policy, uri, workspace }: PolicyContext): TestedNames | undefined {
  const own = canonicalizeUri(uri);
  const of = formatPackage(analyzePolicy(policy).module.package?.path ?? []);
  const files = (workspace?.policies ?? []).filter((file) => file.package === of && canonicalizeUri(file.uri) !== own);
  const policies = files.filter(({ isPolicy }) => isPolicy);
  const tested = policies.find((file) => getFolderUri(canonicalizeUri(file.uri)) === getFolderUri(own)) ?? policies[0];
  if (tested === undefined) return undefined;
  return {
    names: new Set(files.flatMap(({ names }) => [...names])),
    policyName: getUriFileName(tested.uri),
  };
}
