/**
 * Reads the output of `oc describe` for nodes, pods, and jobs, which have their own layout. Source: kubernetes/kubectl
 * pkg/describe/describe.go (describeNode, describePod, describeJob).
 */
import type { JsonObject } from '../../common/json.ts';

/** An object and its lines, without its events. */
export interface NativeObject {
  readonly object: JsonObject;
  /** Index of the first line, and of the line after the last one. */
  readonly from: number;
  readonly to: number;
}

/** Returns the nodes, pods, and jobs in text order. */
export function nativeObjectsIn(lines: readonly string[]): readonly NativeObject[] {
  const starts = lines.flatMap((line, index) => (/^Name:\s+\S+\s*$/.test(line) ? [index] : []));
  return starts.flatMap((from, index) => {
    const next = starts[index + 1] ?? lines.length;
    const own = lines.slice(from, next);
    const events = own.findIndex((line) => line.startsWith('Events:'));
    const to = events < 0 ? next : from + events;
    const object = objectOf(lines.slice(from, to));
    return object === undefined ? [] : [{ object, from, to }];
  });
}

function objectOf(lines: readonly string[]): JsonObject | undefined {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:\\s+(.*\\S)\\s*$`).exec(lines.find((line) => line.startsWith(`${name}:`)) ?? '')?.[1];
  const name = field('Name') ?? '';
  const metadata = { name, ...(field('Namespace') === undefined ? {} : { namespace: field('Namespace') }) };
  if (field('Roles') !== undefined) return nodeOf(lines, metadata, field);
  if (field('Pods Statuses') !== undefined) return jobOf(metadata, field('Pods Statuses') ?? '');
  return lines.some((line) => line.startsWith('Containers:')) && field('Status') !== undefined
    ? podOf(lines, metadata, field)
    : undefined;
}

type Field = (name: string) => string | undefined;

function nodeOf(lines: readonly string[], metadata: JsonObject, field: Field): JsonObject {
  const section = sectionOf(lines, 'Conditions');
  const conditions = section.flatMap((line) => {
    const [type = '', status = ''] = line.trim().split(/\s+/);
    return /^(?:True|False|Unknown)$/.test(status) ? [{ type, status }] : [];
  });
  const roles = (field('Roles') ?? '').split(',').filter((role) => role !== '<none>');
  const annotation = (name: string): string | undefined =>
    lines
      .map((line) => line.split(`machineconfiguration.openshift.io/${name}: `, 2)[1])
      .find((value) => value !== undefined);
  const [state, reason] = [annotation('state'), annotation('reason')];
  return {
    kind: 'Node',
    metadata: {
      ...metadata,
      labels: Object.fromEntries(roles.map((role) => [`node-role.kubernetes.io/${role}`, ''])),
      annotations: {
        ...(state === undefined ? {} : { 'machineconfiguration.openshift.io/state': state.trim() }),
        ...(reason === undefined ? {} : { 'machineconfiguration.openshift.io/reason': reason.trim() }),
      },
    },
    spec: { unschedulable: field('Unschedulable') === 'true' },
    status: { conditions },
  };
}

function jobOf(metadata: JsonObject, statuses: string): JsonObject {
  const count = (name: string): number => Number(new RegExp(`(\\d{1,7}) ${name}`).exec(statuses)?.[1] ?? 0);
  const [active, succeeded, failed] = [count('Active'), count('Succeeded'), count('Failed')];
  const isFailed = active === 0 && succeeded === 0 && failed > 0;
  return {
    kind: 'Job',
    metadata,
    status: { active, succeeded, failed, conditions: isFailed ? [{ type: 'Failed', status: 'True' }] : [] },
  };
}

function podOf(lines: readonly string[], metadata: JsonObject, field: Field): JsonObject {
  const containers = sectionOf(lines, 'Containers');
  const starts = containers.flatMap((line, index) => (/^ {2}[^\s:]+:\s*$/.test(line) ? [index] : []));
  const statuses = starts.map((from, index) => {
    const own = containers.slice(from, starts[index + 1] ?? containers.length);
    const at = own.findIndex((line) => /^\s+State:/.test(line));
    const state = /State:\s+(Waiting|Terminated|Running)/.exec(own[at] ?? '')?.[1]?.toLowerCase() ?? 'running';
    const reason = /^\s+Reason:\s+(\S+)/.exec(own[at + 1] ?? '')?.[1];
    return {
      ready: own.some((line) => /^\s+Ready:\s+True\s*$/.test(line)),
      state: { [state]: reason === undefined ? {} : { reason } },
    };
  });
  const status = field('Status') ?? '';
  const runtimeClass = field('Runtime Class Name') ?? field('RuntimeClassName');
  return {
    kind: 'Pod',
    metadata: { ...metadata, ...(status.startsWith('Terminating') ? { deletionTimestamp: status } : {}) },
    spec: runtimeClass === undefined ? {} : { runtimeClassName: runtimeClass },
    status: { phase: status.split(' ')[0] ?? '', containerStatuses: statuses },
  };
}

/** Returns the indented lines below a title. */
function sectionOf(lines: readonly string[], title: string): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith(`${title}:`));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && /^\S/.test(line));
  return lines.slice(start + 1, end < 0 ? lines.length : end);
}
