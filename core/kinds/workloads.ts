/** Pods, and the workloads that make them: of all their fields, those that decide how kata runs them. */
import { isInForce } from '../releases.ts';
import { annotationsFor, annotations as allAnnotations } from '../annotations/index.ts';
import type { KataAnnotation, KataRuntime } from '../annotations/annotation.ts';
import { configuringWorkload } from '../docSections.ts';
import { runtimeClasses } from '../runtimeClasses.ts';
import { fieldPath, type About, type FieldKnowledge, type FieldTable, type KindKnowledge } from './field.ts';
import { objectMetaFields } from './objectMeta.ts';

const classes = Object.fromEntries(
  runtimeClasses.filter(({ unverified }) => unverified !== true).map(({ name, summary, needs }) => [name, `${summary} Needs: ${needs}`]),
);

const amounts = (what: string): Readonly<Record<string, FieldKnowledge>> => ({
  cpu: {
    summary: `Processors that the container ${what}. With kata-remote the sum over all containers chooses the instance type.`,
    examples: ['500m', '1', '2'],
  },
  memory: { summary: `Memory that the container ${what}. With kata-remote the sum over all containers chooses the instance type.`, examples: ['512Mi', '2Gi'] },
});

/** What people read of an annotation, for the runtime class of the pod. */
export function annotationField(annotation: KataAnnotation, runtime: string | undefined): FieldKnowledge {
  const { key, type, summary, remoteSummary, remoteType, default: byDefault, since, until, replacedBy, note, unit, minimum, maximum } = annotation;
  const what =
    runtime === 'kata-remote'
      ? (remoteSummary ?? summary)
      : remoteSummary === undefined || runtime !== undefined
        ? summary
        : `${summary} On kata-remote: ${remoteSummary}`;
  const read = runtime === 'kata-remote' ? (remoteType ?? type) : type;
  const form = {
    boolean: '`"true"` or `"false"`',
    uint32: 'a whole number',
    uint64: 'a whole number',
    integer: 'a whole number',
    float32: 'a decimal number',
  } as const;
  const facts = [
    what,
    ...(Object.hasOwn(form, read) ? [`A string that holds ${form[read as keyof typeof form]}${unit === undefined ? '' : `, in ${unit}`}.`] : []),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
    ...(note === undefined ? [] : [note]),
    ...(annotation.restricted === true ? ['The configuration of the node must allow the value.'] : []),
    ...(until === undefined ? [] : [`Read up to OSC ${until}${replacedBy === undefined ? '' : `; then ${replacedBy}`}.`]),
    ...(annotation.implementation === 'rust' ? ['Only the Rust runtime reads it, which OSC does not ship.'] : []),
    ...(annotation.writtenBy === undefined ? [] : [`Written by ${annotation.writtenBy}, not by you.`]),
    ...(annotation.runtimes.length === 0 ? [] : [`For ${annotation.runtimes.join(', ')}.`]),
  ];
  return {
    type: 'string',
    quoted: true,
    summary: facts.join(' '),
    ...(byDefault === undefined ? {} : { default: `\`${byDefault}\`` }),
    ...(since === undefined ? {} : { since }),
    ...(annotation.values === undefined ? (type === 'boolean' ? { values: { true: 'Yes.', false: 'No.' } } : {}) : { values: annotation.values }),
    // What the example of a type is in one cloud is nothing in another: a list of ready types is better.
    ...(annotation.examples === undefined || key.endsWith('machine_type') ? {} : { examples: annotation.examples }),
    ...(annotation.section === undefined ? {} : { section: annotation.section }),
  };
}

function annotationFields(under: string, { release, runtimeClass, instanceTypes }: Partial<About>): FieldTable {
  const offered = runtimeClass !== undefined && Object.hasOwn(classes, runtimeClass) ? annotationsFor(runtimeClass as KataRuntime) : allAnnotations;
  const out: Record<string, FieldKnowledge> = {};
  for (const annotation of offered) {
    if (annotation.key.endsWith('=') || (release !== undefined && !isInForce(annotation, release))) continue;
    const field = annotationField(annotation, runtimeClass);
    const types = annotation.key.endsWith('.machine_type') && runtimeClass !== 'kata' && instanceTypes !== undefined ? { examples: instanceTypes } : {};
    out[`${under}${fieldPath([annotation.key])}`] = { ...field, ...types };
  }
  return out;
}

/** The fields of a pod template below this path: `` for a Pod itself. */
function podFields(under: string, about: Partial<About>): FieldTable {
  const at = (path: string) => (under === '' ? path : `${under}.${path}`);
  const out: Record<string, FieldKnowledge> = {
    [at('metadata')]: { type: 'object', summary: 'Labels and annotations of the pod.' },
    [at('metadata.annotations')]: {
      type: 'object',
      summary: 'Annotations of the pod, among them those that kata reads. Values are strings: write `"2"`, not `2`.',
    },
    [at('spec')]: { type: 'object', summary: 'What the pod runs, and how.' },
    [at('spec.runtimeClassName')]: {
      summary: 'The runtime class: how the pod is run. Left out, it is an ordinary container on its node. It cannot be changed in a running pod.',
      values: classes,
      section: configuringWorkload,
    },
  };
  for (const containers of ['containers', 'initContainers']) {
    const resources = at(`spec.${containers}[].resources`);
    for (const [name, what] of [
      ['requests', 'asks for'],
      ['limits', 'may take'],
    ] as const) {
      for (const [unit, field] of Object.entries(amounts(what))) out[`${resources}.${name}.${unit}`] = field;
    }
  }
  return { ...out, ...annotationFields(at('metadata.annotations'), about) };
}

function workload(kind: string, group: string, podPath: readonly string[], summary: string): KindKnowledge {
  const under = podPath.join('.');
  const tables = new Map<string, FieldTable>();
  const table = (about: Partial<About>): FieldTable => ({ ...objectMetaFields, ...podFields(under, about) });
  const remembered = (name: string, about: Partial<About>): FieldTable => {
    const known = tables.get(name) ?? table(about);
    // Types come from files: only tables that depend on nothing else are kept.
    if (about.instanceTypes === undefined) tables.set(name, known);
    return known;
  };
  return {
    id: kind,
    kind,
    group,
    versions: ['v1'],
    scope: 'Namespaced',
    podPath,
    mentions: ['runtimeClassName', 'katacontainers', 'kata-containers.', 'kata.peerpods.io'],
    summary,
    section: configuringWorkload,
    get fields() {
      return remembered('', {});
    },
    fieldsFor: (about) => (about.instanceTypes === undefined ? remembered(`${about.release.id} ${about.runtimeClass ?? ''}`, about) : table(about)),
  };
}

const template = ['spec', 'template'];

/** All kinds that are pods or make them. */
export const workloads: readonly KindKnowledge[] = [
  workload('Pod', '', [], 'One or more containers that run together; with a runtime class of kata, in a virtual machine.'),
  workload('Deployment', 'apps', template, 'Keeps a number of equal pods running.'),
  workload('ReplicaSet', 'apps', template, 'Keeps a number of equal pods running; usually made by a Deployment.'),
  workload('ReplicationController', '', template, 'Keeps a number of equal pods running: the predecessor of ReplicaSet.'),
  workload('StatefulSet', 'apps', template, 'Keeps pods running that each have a name and storage of their own.'),
  workload('DaemonSet', 'apps', template, 'Runs a pod on every node.'),
  workload('Job', 'batch', template, 'Runs pods until they end.'),
  workload('CronJob', 'batch', ['spec', 'jobTemplate', 'spec', 'template'], 'Makes a Job on a schedule.'),
  workload('DeploymentConfig', 'apps.openshift.io', template, 'Keeps pods running: the predecessor of Deployment on OpenShift.'),
];

/** Their ids, for rules that look at pods. */
export const workloadIds: readonly string[] = workloads.map(({ id }) => id);
