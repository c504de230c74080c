/** Provides the names that a unit test can use: those of all files of its package. */
import { canonicalizeUri, getFolderUri } from '#server/engine/workspace/fileUri.ts';
import type { PolicyContext } from '#server/policy/policyRule.ts';
import { analyzePolicy, formatPackage } from '../policyAnalysis.ts';

/** The names of the files in the package of a unit test. */
export interface TestedNames {
  readonly names: ReadonlySet<string>;
  /** File name of the tested policy. */
  readonly policyName: string;
}

/**
 * Returns the names that the other files of the package define. Returns undefined if no policy of the package was
 * found, because then the names might be in a file that isn't known.
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
    policyName: decodeURIComponent(tested.uri.slice(tested.uri.lastIndexOf('/') + 1)),
  };
}
