/**
 * Determines whether the agent policy of a pod denies ReadStreamRequest, wherever the policy is. Doesn't use VS Code.
 */
import { gunzipSync } from 'node:zlib';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { getList, getString } from '#core/common/json.ts';
import { deniesOutput, findInitdataPolicy } from '#core/logs/pods/outputPolicy.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { documentedSubscription, operatorNamespace } from '#core/product/namespaces.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { findPolicy, type FoundPolicy } from '#client/terminal/policyCheck/findPolicy.ts';

/** Maximum length of a policy or initdata, in characters and bytes: encoded, and decoded. */
const longest = { encoded: 300_000, decoded: 1_000_000 };

/**
 * Returns whether the policy that is in effect in the sandbox of a pod certainly denies the output. The policy is in an
 * annotation of the pod, in INITDATA of peer-pods-cm, or in the image.
 */
export async function isOutputDenied(
  connection: Pick<Connection, 'ask'>,
  pod: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  // A policy annotation applies in every release, with every runtime class.
  const annotation = getString(pod, 'metadata', 'annotations', policyAnnotationKey);
  if (annotation !== undefined) return deniesOutput(decodePolicy('annotation', annotation).policy ?? '');
  // Otherwise, the policy of the runtime class `kata` is in an image that can't be read.
  if (getString(pod, 'spec', 'runtimeClassName') === 'kata') return false;
  const release = await installedRelease(connection, signal);
  const search = await findPolicy(connection, pod, release ?? newestRelease, signal);
  for (const { encoding, policy } of search?.policies ?? []) {
    // The policies in images differ between releases.
    if (encoding === 'rego' && release === undefined) return false;
    const decoded = decodePolicy(encoding, policy);
    if (!decoded.isReadable) return false;
    // Initdata without a policy: the next policy applies.
    if (decoded.policy !== undefined) return deniesOutput(decoded.policy);
  }
  return false;
}

async function installedRelease(
  connection: Pick<Connection, 'ask'>,
  signal: AbortSignal,
): Promise<Release | undefined> {
  const path = `/apis/operators.coreos.com/v1alpha1/namespaces/${operatorNamespace}/clusterserviceversions`;
  const answer = await connection.ask(path, { signal });
  const { startingCsvPrefix: prefix } = documentedSubscription;
  const csvs = answer.ok ? getList(answer.value, 'items') : [];
  const names = csvs.map((csv) => getString(csv, 'metadata', 'name') ?? '');
  const [version] = names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  return findRelease(version ?? (await versionOfExtension(connection, signal)) ?? '');
}

/** Returns the version that OLM v1 installed. */
async function versionOfExtension(
  connection: Pick<Connection, 'ask'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await connection.ask(getCollectionPath(watchedKinds.clusterExtensions), { signal });
  const all = answer.ok ? getList(answer.value, 'items') : [];
  const [version] = all.flatMap((raw) => watchedKinds.clusterExtensions.read(raw)?.installedVersion ?? []);
  return version;
}

/** Decodes a policy. `policy` is undefined if readable initdata contains none. */
function decodePolicy(
  encoding: FoundPolicy['encoding'],
  policy: string,
): { readonly isReadable: boolean; readonly policy?: string } {
  if (encoding === 'rego') return { isReadable: true, policy };
  if (policy.length > longest.encoded) return { isReadable: false };
  const bytes = Buffer.from(policy, 'base64');
  if (encoding === 'annotation') return { isReadable: true, policy: bytes.toString() };
  try {
    const initdata = gunzipSync(bytes, { maxOutputLength: longest.decoded }).toString();
    const found = findInitdataPolicy(initdata);
    if (found !== undefined) return { isReadable: true, policy: found };
    // A policy in another form might be present.
    return { isReadable: !initdata.includes('policy.rego') };
  } catch {
    return { isReadable: false };
  }
}
