/** Pods and the workloads that create them. Includes only the fields that determine how Kata runs them. */
import * as l10n from '@vscode/l10n';
import { describeAnnotationOutcome } from '../annotations/describeAnnotationOutcome.ts';
import { isInForce, type Release } from '../product/releases.ts';
import { listAnnotations, annotations as allAnnotations } from '../annotations/index.ts';
import { unitText, type KataAnnotation, type KataRuntime } from '../annotations/annotation.ts';
import { configuringWorkload } from '../product/docSections.ts';
import { knownRuntimeClasses } from '../product/runtimeClasses.ts';
import { sandboxPodIds } from '../kubernetes/agentSandboxKinds.ts';
import {
  formatFieldPath,
  type FieldContext,
  type FieldKnowledge,
  type FieldTable,
  type KindKnowledge,
} from './field.ts';
import { keyValuePairs, objectMetaFields, specSummary } from './objectMeta.ts';
import { getSentenceSeparator } from '../text/grammar.ts';
import { noText, type Message } from '#core/text/message.ts';

const classes = Object.fromEntries(
  knownRuntimeClasses
    .filter(({ unverified }) => unverified !== true)
    .map(({ name, summary, needs }) => [
      name,
      () => `${summary()}${getSentenceSeparator()}${l10n.t`Requires: ${needs()}`}`,
    ]),
);

const sumDecides = () => l10n.t`With kata-remote, the total for all containers determines the instance type.`;

/** The fields for resource amounts. */
const amounts: Readonly<Record<string, FieldKnowledge>> = {
  cpu: { summary: sumDecides, examples: ['500m', '1', '2'] },
  memory: { summary: sumDecides, examples: ['512Mi', '2Gi'] },
};

/** Describes the required format of an annotation value. Returns undefined if any text is allowed. */
function formWords(type: string, unit: string | undefined): string | undefined {
  switch (type) {
    case 'boolean':
      return l10n.t('Must be the string `"true"` or `"false"`.');
    case 'uint32':
    case 'uint64':
    case 'integer':
      return unit === undefined
        ? l10n.t`Integer, written as a string.`
        : l10n.t`Integer in ${unitText(unit)}, written as a string.`;
    case 'float32':
      return l10n.t`Decimal number, written as a string.`;
    default:
      return undefined;
  }
}

/** Describes an annotation for pods of a runtime class, in sentences. */
function describeAnnotation(
  annotation: KataAnnotation,
  runtime: string | undefined,
  release: Release | undefined,
): string {
  const { type, summary, remoteSummary, remoteType, note, unit, minimum, maximum } = annotation;
  const what =
    runtime === 'kata-remote'
      ? (remoteSummary ?? summary)?.()
      : remoteSummary === undefined || runtime !== undefined
        ? summary?.()
        : [summary?.(), l10n.t`With kata-remote: ${remoteSummary()}`]
            .filter((part) => part !== undefined)
            .join(getSentenceSeparator());
  const read = runtime === 'kata-remote' ? (remoteType ?? type) : type;
  const form = formWords(read, unit);
  const facts = [
    ...(what === undefined ? [] : [what]),
    ...(form === undefined ? [] : [form]),
    ...(minimum === undefined ? [] : [l10n.t`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [l10n.t`At most ${maximum}.`]),
    ...(note === undefined ? [] : [note()]),
    ...(annotation.restricted === true ? [l10n.t`The Kata configuration on the node must allow this value.`] : []),
    ...(annotation.implementation === 'rust'
      ? [
          l10n.t`Only runtime-rs reads this annotation. OSC uses the Go runtime with Kata 3, and which runtime it uses with Kata 4 is unknown.`,
        ]
      : []),
    ...(annotation.writtenBy === undefined ? [] : [l10n.t`Set by ${annotation.writtenBy()}, not by you.`]),
    ...describeAnnotationOutcome(annotation.key, runtime, release),
    ...(annotation.runtimes.length === 0 ? [] : [l10n.t`For ${annotation.runtimes.join(', ')}.`]),
  ];
  return facts.join(getSentenceSeparator());
}

/** Returns the field for an annotation, for the runtime class of the pod. */
function annotationField(
  annotation: KataAnnotation,
  runtime: string | undefined,
  release: Release | undefined,
): FieldKnowledge {
  const { key, type, default: byDefault, since, until, replacedBy } = annotation;
  return {
    type: 'string',
    quoted: true,
    summary: () => describeAnnotation(annotation, runtime, release),
    ...(byDefault === undefined ? {} : { default: () => `\`${byDefault}\`` }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(annotation.values === undefined
      ? type === 'boolean'
        ? { values: { true: noText, false: noText } }
        : {}
      : { values: annotation.values }),
    // Instance types differ between cloud providers, so a general example would be misleading.
    ...(annotation.examples === undefined || key.endsWith('machine_type') ? {} : { examples: annotation.examples }),
    ...(annotation.section === undefined ? {} : { section: annotation.section }),
  };
}

/**
 * Returns the fields for the annotations of Kata.
 * @param under path of the annotations
 */
export function createAnnotationFields(
  under: string,
  { release, runtimeClass, instanceTypes }: Partial<FieldContext>,
): FieldTable {
  const offered =
    runtimeClass !== undefined && Object.hasOwn(classes, runtimeClass)
      ? listAnnotations(runtimeClass as KataRuntime)
      : allAnnotations;
  const out: Record<string, FieldKnowledge> = {};
  for (const annotation of offered) {
    if (annotation.key.endsWith('=') || (release !== undefined && !isInForce(annotation, release))) continue;
    const field = annotationField(annotation, runtimeClass, release);
    const types =
      annotation.key.endsWith('.machine_type') && runtimeClass !== 'kata' && instanceTypes !== undefined
        ? { examples: instanceTypes }
        : {};
    out[`${under}${formatFieldPath([annotation.key])}`] = { ...field, ...types };
  }
  return out;
}

/** Returns the fields of a pod template under this path. The path is empty for a Pod. */
function podFields(under: string, about: Partial<FieldContext>): FieldTable {
  const at = (path: string) => (under === '' ? path : `${under}.${path}`);
  const out: Record<string, FieldKnowledge> = {
    [at('metadata')]: { type: 'object', summary: () => l10n.t`Name, labels, and annotations of the object.` },
    [at('metadata.annotations')]: keyValuePairs,
    [at('spec')]: { type: 'object', summary: specSummary },
    [at('spec.runtimeClassName')]: {
      summary: () =>
        l10n.t`Runtime class for the pod. If omitted, its containers run as regular containers on the node. Can't be changed for a running pod.`,
      values: classes,
      section: configuringWorkload,
    },
  };
  for (const containers of ['containers', 'initContainers']) {
    const resources = at(`spec.${containers}[].resources`);
    for (const name of ['requests', 'limits'])
      for (const [unit, field] of Object.entries(amounts)) out[`${resources}.${name}.${unit}`] = field;
  }
  return { ...out, ...createAnnotationFields(at('metadata.annotations'), about) };
}

/**
 * Returns a kind that creates pods.
 * @param podPath path of the pod template
 * @param other the ID if it differs from the kind, and the versions other than v1
 */
export function workload(
  kind: string,
  group: string,
  podPath: readonly string[],
  summary: Message,
  { id = kind, versions = ['v1'] }: Partial<Pick<KindKnowledge, 'id' | 'versions'>> = {},
): KindKnowledge {
  const under = podPath.join('.');
  const tables = new Map<string, FieldTable>();
  const table = (about: Partial<FieldContext>): FieldTable => ({ ...objectMetaFields, ...podFields(under, about) });
  const remembered = (name: string, about: Partial<FieldContext>): FieldTable => {
    const known = tables.get(name) ?? table(about);
    // Instance types come from files, so only tables without them are cached.
    if (about.instanceTypes === undefined) tables.set(name, known);
    return known;
  };
  return {
    id,
    kind,
    group,
    versions,
    scope: 'Namespaced',
    podPath,
    mentions: ['runtimeClassName', 'katacontainers', 'kata-containers.', 'kata.peerpods.io'],
    summary,
    section: configuringWorkload,
    get fields() {
      return remembered('', {});
    },
    fieldsFor: (about) =>
      about.instanceTypes === undefined
        ? remembered(`${about.release.id} ${about.release.kata ?? ''} ${about.runtimeClass ?? ''}`, about)
        : table(about),
  };
}

const template = ['spec', 'template'];

/** All workload kinds: pods and the kinds that create them. */
export const workloads: readonly KindKnowledge[] = [
  workload(
    'Pod',
    '',
    [],
    () => l10n.t`One or more containers that run together. With a Kata runtime class, they run in a VM.`,
  ),
  workload('Deployment', 'apps', template, () => l10n.t`Keeps a specified number of identical pods running.`),
  workload('ReplicaSet', 'apps', template, () => l10n.t`Keeps a specified number of identical pods running.`),
  workload('ReplicationController', '', template, () => l10n.t`Keeps a specified number of identical pods running.`),
  workload('StatefulSet', 'apps', template, () => l10n.t`Keeps pods running, each with its own name and storage.`),
  workload('DaemonSet', 'apps', template, () => l10n.t`Runs a pod on every node.`),
  workload('Job', 'batch', template, () => l10n.t`Runs pods until they complete.`),
  workload('CronJob', 'batch', ['spec', 'jobTemplate', 'spec', 'template'], () => l10n.t`Creates a Job on a schedule.`),
  workload('PodTemplate', '', ['template'], () => l10n.t`Template for pods that other objects refer to.`),
  workload(
    'DeploymentConfig',
    'apps.openshift.io',
    template,
    () => l10n.t`Keeps pods running. Predecessor of Deployment on OpenShift.`,
  ),
];

/** The IDs of all kinds with a complete pod template, for rules about pods. */
export const workloadIds: readonly string[] = [...workloads.map(({ id }) => id), ...sandboxPodIds];
