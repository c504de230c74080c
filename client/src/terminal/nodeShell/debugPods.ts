/** Finds the debug pods of a node, and the image that `oc debug` uses. Doesn't use VS Code. */
import { getList, getString } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import { debugImageTag, fallbackDebugImage, readDebugPod, type DebugPod } from '#core/operations/debugPods.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';

/** Maximum number of pods on a node. The kubelet runs at most 500 pods in the largest supported configuration. */
const mostPods = 1000;
const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Returns the debug pods of a node that exist now. */
export async function listDebugPods(
  connection: Pick<Connection, 'ask'>,
  node: string,
  signal: AbortSignal,
): Promise<ApiResult<readonly DebugPod[]>> {
  const answer = await connection.ask('/api/v1/pods', {
    signal,
    accept: metadataOnly,
    query: { limit: mostPods, fieldSelector: `spec.nodeName=${node}` },
  });
  if (!answer.ok) return answer;
  return succeed(getList(answer.value, 'items').flatMap((raw) => readDebugPod(raw, node) ?? []));
}

/** Returns the image that oc uses for a debug pod. */
export async function findDebugImage(connection: Pick<Connection, 'ask'>, signal: AbortSignal): Promise<string> {
  const answer = await connection.ask(
    `/apis/image.openshift.io/v1/namespaces/openshift/imagestreamtags/${debugImageTag}`,
    { signal },
  );
  const image = answer.ok ? getString(answer.value, 'image', 'dockerImageReference') : undefined;
  return image === undefined || image === '' ? fallbackDebugImage : image;
}
