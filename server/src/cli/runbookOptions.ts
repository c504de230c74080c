/** Options of `osc-tools runbook`. */
import { findRelease, formatReleaseIds, isInForce, releases, type Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';

/** Returns whether a text is the address of an API server. A runbook must not contain credentials. */
export function isServerAddress(text: string): boolean {
  // URLs are parsed without line breaks, which the script would contain.
  if (!/^https?:\/\/[^\s/][^\s\p{Cc}\p{Cf}]*$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export interface InstallRunbookOptions extends RunbookOptions, KataConfigRunbookOptions {
  /** Version of OLM that installs the operator. If undefined, v0. */
  readonly olm?: 'v0' | 'v1';
  /** Release that OLM v1 installs. If undefined, the newest published release. */
  readonly release?: Release;
  readonly channel: string;
  readonly approval: 'Automatic' | 'Manual';
  readonly startingCsv?: string;
  readonly source: string;
  readonly sourceNamespace?: string;
  readonly format: 'bash' | 'gitops' | 'argo';
  readonly output?: string;
}

export interface KataConfigRunbookOptions {
  readonly name?: string;
  /** Labels of the KataConfig. */
  readonly label?: Readonly<Record<string, string>>;
  readonly logLevel: string;
  readonly peerPods: boolean;
  readonly checkNodeEligibility: boolean;
}

/** Options that all runbooks have. */
export interface RunbookOptions {
  readonly cluster?: string;
  readonly server?: string;
}

export interface UninstallOptions extends RunbookOptions {
  readonly namespace: boolean;
  readonly crd: boolean;
}

export type UpdateRunbookOptions = RunbookOptions & KataConfigRunbookOptions;

/** First release whose ClusterExtension upstream describes: sandboxed-containers-operator docs/olm/MIGRATION.md. */
const firstWithExtension = '1.13';

/** Returns a release that OLM v1 can install. The error names those whose ClusterExtension upstream describes. */
export function findExtensionRelease(value: string): Result<Release, string> {
  const described = releases.filter((release) => isInForce({ since: firstWithExtension }, release));
  const found = described.find(({ id }) => id === findRelease(value)?.id);
  return found === undefined
    ? fail(`Expected a release that supports OLM v1: ${formatReleaseIds(described)}.`)
    : succeed(found);
}

/** Returns a warning about a release that OLM v1 can't install yet. */
export function releaseWarning({ release }: Pick<InstallRunbookOptions, 'release'>): string | undefined {
  return release?.isPreview === true
    ? `OSC ${release.id} isn't released: OLM v1 installs nothing until the catalog has a version in the range ${release.id}.x`
    : undefined;
}

/** Options for which a ClusterExtension has no field. */
export const subscriptionOptions = ['approval', 'startingCsv', 'source', 'sourceNamespace'] as const;
