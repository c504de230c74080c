/** Every request that the agent asks its policy for, and how to find one. */
import { fileEndpoints, lifeEndpoints, processEndpoints } from './containerEndpoints.ts';
import type { AgentEndpoint } from './endpoint.ts';
import { machineEndpoints, networkEndpoints, otherEndpoints, sandboxEndpoints } from './sandboxEndpoints.ts';

/** The package that a policy must be of: others are never asked. */
export const policyPackage = 'agent_policy';

/** The name that lets everything through, and is asked once when the policy is loaded. */
export const allowFailingName = 'AllowRequestsFailingPolicy';

/** The requests and the other names that mean something in a policy, in the order of a pod's life. */
export const agentEndpoints: readonly AgentEndpoint[] = [
  ...sandboxEndpoints,
  ...lifeEndpoints,
  ...processEndpoints,
  ...fileEndpoints,
  ...networkEndpoints,
  ...machineEndpoints,
  ...otherEndpoints,
];

/** Those that today's agents ask for. */
export const requestEndpoints: readonly AgentEndpoint[] = agentEndpoints.filter(({ kind }) => kind === 'request');

/** The names of all of them, for a search of the nearest. */
export const endpointNames: readonly string[] = agentEndpoints.map(({ name }) => name);

const byName = new Map(agentEndpoints.map((row) => [row.name, row]));

/** What is known of this name; names are case-sensitive. */
export function findEndpoint(name: string): AgentEndpoint | undefined {
  return byName.get(name);
}

/** Where a pod runs, as far as the agent's requests differ: `remote` is kata-remote, `local` kata and kata-cc. */
export type PodPlace = 'remote' | 'local';

/** Requests without which no pod starts there. */
export function neededToStart(place: PodPlace): readonly AgentEndpoint[] {
  return agentEndpoints.filter(
    ({ start }) => start === 'always' || start === 'mounts' || (start === 'local' && place === 'local'),
  );
}

/** Whether a name is written like a request: a misspelt one is never asked for, and nothing says so. */
export function looksLikeEndpoint(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*(?:Request|Config|Policy)$/.test(name) || /^[A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)+$/.test(name);
}
