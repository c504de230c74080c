/** Lists all requests that the agent queries its policy for. */
import { fileEndpoints, lifeEndpoints, processEndpoints } from './containerEndpoints.ts';
import type { AgentEndpoint } from './endpoint.ts';
import { machineEndpoints, networkEndpoints, otherEndpoints, sandboxEndpoints } from './sandboxEndpoints.ts';

/** Required package of a policy. The agent doesn't query other packages. */
export const policyPackage = 'agent_policy';

/** Name that allows every request. The agent queries it once, when it loads the policy. */
export const allowFailingName = 'AllowRequestsFailingPolicy';

/** All requests and the other names that have a meaning in a policy, in the order of a pod's lifecycle. */
export const agentEndpoints: readonly AgentEndpoint[] = [
  ...sandboxEndpoints,
  ...lifeEndpoints,
  ...processEndpoints,
  ...fileEndpoints,
  ...networkEndpoints,
  ...machineEndpoints,
  ...otherEndpoints,
];

/** Requests that current agents query. */
export const requestEndpoints: readonly AgentEndpoint[] = agentEndpoints.filter(({ kind }) => kind === 'request');

/** Names of all entries, for suggestions. */
export const endpointNames: readonly string[] = agentEndpoints.map(({ name }) => name);

const byName = new Map(agentEndpoints.map((row) => [row.name, row]));

/** Returns the entry with this name. Names are case-sensitive. */
export function findEndpoint(name: string): AgentEndpoint | undefined {
  return byName.get(name);
}

/** Location of a pod's VM, which affects the agent's requests: `remote` is kata-remote, `local` is kata and kata-cc. */
export type PodLocation = 'remote' | 'local';

/** Returns the requests that a policy must allow so that a pod at this location can start. */
export function neededToStart(place: PodLocation): readonly AgentEndpoint[] {
  return agentEndpoints.filter(
    ({ start }) => start === 'always' || start === 'mounts' || (start === 'local' && place === 'local'),
  );
}

/** Returns whether a name is written like a request. The agent silently ignores misspelled names. */
export function looksLikeEndpoint(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*(?:Request|Config|Policy)$/.test(name) || /^[A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)+$/.test(name);
}
