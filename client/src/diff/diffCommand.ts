/**
 * Compares files with a cluster for `osc-tools diff`. Loaded on demand. Doesn't use VS Code. The connection rejects all
 * changes: each object is sent as a dry run.
 */
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ObjectComparison } from '#core/operations/comparison/objectComparison.ts';
import { redactText } from '#core/redaction/index.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { scopeOf } from '../events/listEvents.ts';
import { compareObjects } from '../operations/folder/compareObjects.ts';
import { listOthers } from '../operations/folder/listOthers.ts';
import { diskFiles } from '../operations/folder/manifestFiles.ts';
import { findDuplicate, readPaths, type FolderObject, type PathObjects } from '../operations/folder/readPaths.ts';
import type { KustomizeProblem } from '../operations/kustomize/kustomizeProblem.ts';
import { useCluster, type CheckOrder } from '../operations/preflight/checkCluster.ts';

export { listContexts } from '../operations/preflight/checkCluster.ts';

/** What to compare. */
export interface DiffRequest {
  readonly paths: readonly string[];
  /** Undefined for the namespace of the kubeconfig context. */
  readonly namespace?: string;
  readonly isRecursive: boolean;
  /** Field manager that applies the objects. */
  readonly manager: string;
  readonly readStdin: () => Promise<Uint8Array>;
  /** Called after each object, with the number of compared objects. */
  readonly onProgress?: (done: number) => void;
}

/** The result of `osc-tools diff`. */
export interface DiffReport {
  readonly cluster: string;
  readonly objects: readonly ObjectComparison[];
  /** Sentences about what wasn't compared. */
  readonly notes: readonly string[];
}

/** The files of a request. */
export interface DiffFiles extends Pick<PathObjects, 'objects' | 'skipped'> {
  /** One line for each file that can't be read. */
  readonly problems: readonly string[];
}

/** Reads the files of a request. Contacts no cluster. The error is one line. */
export async function readDiffFiles(
  { paths, namespace = '', isRecursive, readStdin }: DiffRequest,
  folder: string,
): Promise<Result<DiffFiles, string>> {
  const read = await readPaths(paths, { files: diskFiles, folder, isRecursive, namespace, readStdin });
  if (!read.ok) return fail(describeProblem(read.error));
  return succeed({ ...read.value, problems: read.value.problems.map(describeProblem) });
}

function describeProblem({ message, isUnsupported }: KustomizeProblem): string {
  return isUnsupported
    ? `${message} Build the objects with another tool and pipe them: oc kustomize PATH | osc-tools diff - --context NAME`
    : message;
}

/** Compares the objects with the cluster. The error is one line. */
export async function diffWithCluster(
  order: CheckOrder,
  objects: readonly FolderObject[],
  { namespace: wanted, manager, onProgress }: DiffRequest,
): Promise<Result<DiffReport, string>> {
  const read = await useCluster<Result<DiffReport, string>>(order, async ({ connection, signal }) => {
    const scope = scopeOf({ ...(wanted === undefined ? {} : { namespace: wanted }), warningsOnly: false }, connection);
    if (!scope.ok) return { problems: [], answer: () => scope };
    const { namespace } = scope.value;
    const duplicate = findDuplicate(objects, namespace);
    if (duplicate !== undefined) return { problems: [], answer: () => fail(duplicate.message) };
    const compared = await compareObjects(connection, objects, {
      namespace,
      manager,
      signal,
      ...omitUndefined({ onProgress }),
    });
    if (!compared.ok) {
      const { error } = compared;
      return { problems: [error], answer: () => fail(sanitizeLine(error.message)) };
    }
    const others = await listOthers(connection, objects, compared.value, signal);
    const report = [...compared.value, ...others.objects].map(withoutCredentials);
    const { notes } = others;
    return { problems: [], answer: ({ cluster }) => succeed({ cluster, objects: report, notes }) };
  });
  return read.ok ? read.value : read;
}

/** Returns what the command prints of a comparison. Credentials in ConfigMaps and other objects are redacted. */
function withoutCredentials({
  verdict,
  apiVersion,
  kind,
  name,
  namespace,
  file,
  texts,
  reason,
  managers,
}: ObjectComparison): ObjectComparison {
  return {
    verdict,
    apiVersion,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(file === undefined ? {} : { file }),
    // The values of a Secret are already placeholders, but its keys look like those of credentials.
    ...(texts === undefined
      ? {}
      : { texts: kind === 'Secret' ? texts : { before: redactText(texts.before), after: redactText(texts.after) } }),
    // A rejection can quote values of the object.
    ...(reason === undefined ? {} : { reason: redactText(reason) }),
    ...(managers === undefined ? {} : { managers }),
  };
}
