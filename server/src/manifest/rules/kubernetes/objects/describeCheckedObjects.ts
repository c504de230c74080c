/** Describes which objects the rules for Kubernetes fields check, for the documentation of these rules. */
import * as l10n from '@vscode/l10n';

/**
 * Adds the checked objects to the description of a rule.
 * @param description what the rule reports, and what to do about it
 */
export function withCheckedObjects(description: string): string {
  return `${description}\n\n${l10n.t`The rule checks workloads whose pods run in a Kata sandbox, and the other objects in their files. To check all Kubernetes objects, set \`osc.kubernetesFields\` to \`on\`, or run \`osc-tools lint --kubernetes\`.`}`;
}
