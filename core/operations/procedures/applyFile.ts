/**
 * Applies the objects of a file in order. Sources: Kubernetes, "Server-Side Apply"; OSC 1.12 §3.3 (reboots caused by a
 * KataConfig).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getMap, getString } from '#core/common/json.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { listChangedPaths, isApplied, type PlannedObject } from '../changes/plannedObject.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import {
  defineProcedure,
  sequenceSteps,
  type ConfirmationGate,
  type Procedure,
  type ProcedureStep,
} from '../procedure.ts';
import { listSelectedNodes } from '../kataConfigReboots.ts';
import { consequenceFacts, describeRebootConsequences, rebootGate } from '../rebootConsequences.ts';
import { getObservedObject, type ObservedCluster } from '../observedCluster.ts';
import { createStepWithDefaults } from '../steps/createStep.ts';
import { listKataNodes } from '../steps/nodes/poolStep.ts';

export interface ApplyFileChoices {
  /** File name, for display. */
  readonly file: string;
  /** The objects that the file changes. */
  readonly objects: readonly PlannedObject[];
}

/**
 * Kinds from which the Machine Config Operator creates node configurations. Source: openshift/machine-config-operator
 * docs.
 */
const ofNodes: ReadonlySet<string> = new Set([
  'MachineConfig',
  'MachineConfigPool',
  'KubeletConfig',
  'ContainerRuntimeConfig',
]);

const applyFileProcedure = defineProcedure<ApplyFileChoices>({
  id: 'applyFile',
  title: () => l10n.t`Apply the file`,
  facts: [],
  objects: ({ objects }) => objects.map(({ reference }) => reference),
  asks: 'once',
  steps: (situation, { file, objects }) =>
    sequenceSteps(
      objects.map((planned, index) =>
        applyStep(situation, planned, index === 0 ? gate(situation, file, objects) : undefined),
      ),
    ),
});

/** Returns the procedure with the lookups that these objects require. */
export function applyFileProcedureFor(objects: readonly PlannedObject[]): Procedure<ApplyFileChoices> {
  const reboots = objects.some(({ reference: { kind } }) => kind === 'KataConfig' || ofNodes.has(kind));
  return reboots ? { ...applyFileProcedure, facts: consequenceFacts } : applyFileProcedure;
}

function applyStep(
  situation: ObservedCluster,
  planned: PlannedObject,
  agreed: ConfirmationGate | undefined,
): ProcedureStep {
  const { reference, object, before, expected, conflicts = [] } = planned;
  const seen = getObservedObject(situation, reference);
  const paths = expected === undefined ? [] : listChangedPaths(before, expected);
  const base = {
    id: getObjectPath(reference),
    title: before === undefined ? l10n.t`Create ${placed(reference)}` : l10n.t`Change ${placed(reference)}`,
    changes: [
      { how: 'apply', target: reference, object, ...(conflicts.length === 0 ? {} : { force: true as const }) } as const,
    ],
    until: [{ object: reference, is: 'present', minutes: 1 }],
    evidence: paths,
    ...(agreed === undefined ? {} : { gate: agreed }),
  };
  if (seen.kind === 'unknown') {
    // The object might not have been requested yet. The first check requests it.
    return createStepWithDefaults({
      ...base,
      state: 'unknown',
      headline: l10n.t`Can't read the object`,
      meaning: seen.problem.message,
    });
  }
  if (isApplied(planned, seen.value))
    return createStepWithDefaults({ ...base, state: 'done', headline: l10n.t`Applied` });
  if (before === undefined && seen.value !== undefined) {
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`Already exists`,
      meaning: l10n.t`Another client created the object after you confirmed the plan.`,
      todo: l10n.t`Run the command again to review the change.`,
    });
  }
  const drift = describeDrift(planned, seen.value);
  if (drift !== undefined)
    return createStepWithDefaults({
      ...base,
      ...drift,
      state: 'blocked',
      todo: l10n.t`Run the command again to review the change.`,
    });
  return createStepWithDefaults({
    ...base,
    state: 'ready',
    headline: before === undefined ? l10n.t`Not created yet` : formatCount(paths.length, 'change'),
  });
}

/**
 * Describes a change by another client since the plan was created. Undefined if there is none, or if it doesn't affect
 * the fields that the plan changes, such as the status.
 */
function describeDrift(
  { reference, before, expected }: PlannedObject,
  live: KubernetesManifest | undefined,
): Pick<ProcedureStep, 'headline' | 'meaning'> | undefined {
  if (before === undefined) return undefined;
  if (live === undefined)
    return {
      headline: l10n.t`No longer exists`,
      meaning: l10n.t`Another client deleted the object after the plan was created.`,
    };
  const planned = expected === undefined ? [] : listChangedPaths(before, expected);
  const isAffected = (path: string): boolean =>
    planned.some((one) => `${one}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${one}.`));
  // The values of a Secret aren't read, but it has no status that changes its resource version.
  const isChanged =
    reference.kind === 'Secret'
      ? getString(before, 'metadata', 'resourceVersion') !== getString(live, 'metadata', 'resourceVersion')
      : listChangedPaths(before, live).some(isAffected);
  return isChanged
    ? {
        headline: l10n.t`Changed by another client`,
        meaning: l10n.t`Another client changed the object after the plan was created.`,
      }
    : undefined;
}

function gate(situation: ObservedCluster, file: string, objects: readonly PlannedObject[]): ConfirmationGate {
  const found = objects.map((planned) => rebooting(situation, planned));
  const reboots = found.flatMap(({ consequences }) => consequences);
  const [rebooted] = found.filter(({ consequences }) => consequences.length > 0);
  return {
    question: l10n.t`Apply ${file} to ${situation.context} (${formatCount(objects.length, 'object')})?`,
    // The reboots come first, because a long list might be truncated.
    consequences: [...reboots, ...objects.flatMap(changeLines)],
    ...(rebooted === undefined ? {} : rebootGate(situation, rebooted.nodes)),
    ...(reboots.length > 0 ? { typed: situation.context } : {}),
  };
}

/** Describes a change, and the fields that it takes over from other field managers. */
function changeLines(planned: PlannedObject): readonly string[] {
  const { reference, conflicts = [] } = planned;
  if (conflicts.length === 0) return [changeLine(planned)];
  const fields = formatNames(
    conflicts.map(({ field }) => field),
    12,
  );
  return [changeLine(planned), l10n.t`Takes over fields of ${placed(reference)} from other field managers: ${fields}.`];
}

/** Describes a change, such as `KataConfig example: changes spec.logLevel.` */
function changeLine({ reference, object, before, expected }: PlannedObject): string {
  const what = placed(reference);
  if (before === undefined) return l10n.t`Creates ${what}.`;
  // For a Secret, only the non-secret fields were compared.
  if (reference.kind === 'Secret')
    return l10n.t`Changes ${what}. Keys in the file: ${formatNames([...Object.keys(getMap(object, 'data')), ...Object.keys(getMap(object, 'stringData'))], 20)}.`;
  if (expected === undefined)
    return l10n.t`Changes ${what}. Can't determine the changes until earlier objects in the file exist.`;
  return l10n.t`Changes ${what}: ${formatNames(listChangedPaths(before, expected), 12)}.`;
}

interface Rebooting {
  /** Consequences for the nodes, one sentence each. Empty if no nodes reboot. */
  readonly consequences: readonly string[];
  /** Undefined if the affected nodes are unknown. */
  readonly nodes?: readonly string[];
}

const nothing: Rebooting = { consequences: [] };

/** Returns the consequences for the nodes and, if known, the nodes that reboot. */
function rebooting(
  situation: ObservedCluster,
  { reference: { kind, name }, before, expected, object }: PlannedObject,
): Rebooting {
  const paths = expected === undefined ? [] : listChangedPaths(before, expected);
  if (before !== undefined && expected !== undefined && paths.every((path) => path.startsWith('metadata')))
    return nothing;
  if (ofNodes.has(kind))
    return {
      consequences: [
        l10n.t`${kind} ${name} configures nodes. The Machine Config Operator drains and reboots the affected nodes.`,
      ],
    };
  if (kind !== 'KataConfig') return nothing;
  const names = [
    ...new Set([
      ...(before === undefined ? [] : listKataNodes(situation).map((node) => node.name)),
      ...listSelectedNodes(situation, expected ?? object),
    ]),
  ].toSorted();
  // If no nodes are visible, the nodes that a selector matches are unknown.
  const nodes = names.length === 0 ? undefined : names;
  return { consequences: describeRebootConsequences(situation, nodes, 'install'), ...omitUndefined({ nodes }) };
}

function placed({ kind, name, namespace }: ObjectReference): string {
  return namespace === undefined
    ? `${kind} ${name}`
    : l10n.t({
        message: '{0} {1} in {2}',
        args: [kind, name, namespace],
        comment: [
          'An object. {0} is its kind, {1} is its name, and {2} is its namespace: "ConfigMap settings in default".',
        ],
      });
}
