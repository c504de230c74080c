/** Lists the kinds whose objects are checked against CRDs, and describes where these come from. */
import * as l10n from '@vscode/l10n';
import { agentSandboxIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { crdGroups } from '#server/engine/workspace/crds/readCrds.ts';

/** IDs of the kinds that a CRD can define. Other rules check the fields of agent-sandbox. */
export const kindsWithCrd: readonly string[] = [
  ...knownKinds
    .filter(({ id, group }) => crdGroups.includes(group) && !agentSandboxIds.includes(id))
    .map(({ id }) => id),
  customResourceId,
];

/** Describes in the documentation of a rule which schemas apply, and which objects are checked. */
export function describeSchemaSources(): string {
  return l10n.t`If a cluster is open, the schemas that its API server publishes take precedence over the CRD files. In files without objects for OSC, the rule checks objects of other operators only if \`osc.kubernetesFields\` is \`on\`, or with \`osc-tools lint --kubernetes\`.`;
}
