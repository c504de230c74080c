/**
 * Reads the problems of a cluster that OpenShift sandboxed containers doesn't cause. Reads each kind once, and keeps
 * only the problems. Doesn't use VS Code.
 */
import { isCurrentProblem, readPlatformProblems, type PlatformKind } from '#core/cluster/objects/platformProblem.ts';
import type { LookupProblem } from '#core/operations/lookups/lookup.ts';
import type { LocatedProblem, PlatformAccess, PlatformState } from '#core/diagnosis/platform/platformReport.ts';
import type { Connection } from '../kubernetes/connection.ts';
import { createClusterReader } from '../kubernetes/read/clusterReader.ts';

const paths: Readonly<Record<PlatformKind, string>> = {
  nodes: '/api/v1/nodes',
  clusteroperators: '/apis/config.openshift.io/v1/clusteroperators',
  pods: '/api/v1/pods',
  certificatesigningrequests: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
};

/** Maximum number of objects with problems to keep per kind. */
const mostKept = 2000;

/**
 * Reads the state. Never rejects. A kind that can't be read is part of the result.
 * @param now current time in milliseconds since 1970
 */
export async function readPlatform(
  connection: Pick<Connection, 'ask' | 'send'>,
  signal: AbortSignal,
  now: number,
): Promise<PlatformState> {
  const reader = createClusterReader(connection, signal);
  const problemsOf = (kind: PlatformKind, raw: unknown): readonly LocatedProblem[] =>
    readPlatformProblems(kind, raw).filter((problem) => isCurrentProblem(problem, now));
  const read = async (kind: PlatformKind): Promise<KindResult> => {
    const list = await reader.list(paths[kind], mostKept, (raw) => problemsOf(kind, raw).length > 0);
    if (list.kind === 'absent') return { access: 'absent', problems: [] };
    if (list.kind === 'problem') return { access: accessOf(list.problem), problems: [] };
    return { access: 'read', problems: list.value.items.flatMap((raw) => problemsOf(kind, raw)) };
  };
  const [nodes, clusteroperators, pods, certificatesigningrequests] = await Promise.all([
    read('nodes'),
    read('clusteroperators'),
    read('pods'),
    read('certificatesigningrequests'),
  ]);
  return {
    access: {
      nodes: nodes.access,
      clusteroperators: clusteroperators.access,
      pods: pods.access,
      certificatesigningrequests: certificatesigningrequests.access,
    },
    problems: [nodes, clusteroperators, pods, certificatesigningrequests].flatMap(({ problems }) => problems),
  };
}

interface KindResult {
  readonly access: PlatformAccess;
  readonly problems: readonly LocatedProblem[];
}

function accessOf({ why }: LookupProblem): PlatformAccess {
  return why === 'forbidden' ? 'notAllowed' : 'failed';
}
