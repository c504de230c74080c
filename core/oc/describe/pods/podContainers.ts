/** Describes the containers of a pod. Source: kubernetes/kubectl pkg/describe/describe.go (describeContainers). */
import {
  getBoolean,
  getList,
  getMap,
  getNumber,
  getString,
  getStrings,
  getValue,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { describeContainerState } from './containerState.ts';
import { shortenValue, type DescribeWriter } from '../describeWriter.ts';
import { containerResource } from './containerResource.ts';
import { describeProbe } from './describeProbe.ts';
import { formatQuantity } from '../formatQuantity.ts';

/**
 * Adds a group of containers.
 * @param pod the pod, for environment variables that refer to its fields
 */
export function describeContainers(
  writer: DescribeWriter,
  title: string,
  containers: readonly unknown[],
  statuses: readonly unknown[],
  pod: unknown,
): void {
  writer.line(0, `${title}:${containers.length === 0 ? ' <none>' : ''}`);
  for (const container of containers) {
    const name = getString(container, 'name') ?? '';
    const status = statuses.find((one) => getString(one, 'name') === name);
    writer.line(1, `${name}:`);
    describeBasics(writer, container, status);
    describeCommand(writer, 'Command', getStrings(container, 'command'));
    describeCommand(writer, 'Args', getStrings(container, 'args'));
    if (isJsonObject(status)) describeContainerState(writer, status);
    describeResources(writer, getMap(container, 'resources'), 2);
    for (const [label, field] of probes) {
      const probe = getValue(container, field);
      if (isJsonObject(probe)) writer.field(2, label, describeProbe(probe));
    }
    describeEnvFrom(writer, getList(container, 'envFrom'));
    describeEnvironment(writer, container, pod);
    describeMounts(writer, container);
  }
}

const probes = [
  ['Liveness', 'livenessProbe'],
  ['Readiness', 'readinessProbe'],
  ['Startup', 'startupProbe'],
] as const;

function describeBasics(writer: DescribeWriter, container: unknown, status: unknown): void {
  if (status !== undefined) writer.field(2, 'Container ID', getString(status, 'containerID') ?? '');
  writer.field(2, 'Image', getString(container, 'image') ?? '');
  if (status !== undefined) writer.field(2, 'Image ID', getString(status, 'imageID') ?? '');
  describePorts(writer, 'Port', getList(container, 'ports'), 'containerPort');
  describePorts(writer, 'Host Port', getList(container, 'ports'), 'hostPort');
  const seccomp = getString(container, 'securityContext', 'seccompProfile', 'type');
  if (seccomp === undefined) return;
  writer.field(2, 'SeccompProfile', seccomp);
  if (seccomp === 'Localhost')
    writer.field(
      3,
      'LocalhostProfile',
      getString(container, 'securityContext', 'seccompProfile', 'localhostProfile') ?? '',
    );
}

function describePorts(writer: DescribeWriter, title: string, ports: readonly unknown[], field: string): void {
  const all = ports.map((port) => `${getNumber(port, field) ?? 0}/${getString(port, 'protocol') ?? 'TCP'}`);
  writer.field(2, all.length > 1 ? `${title}s` : title, all.length === 0 ? '<none>' : all.join(', '));
}

function describeCommand(writer: DescribeWriter, title: string, words: readonly string[]): void {
  if (words.length > 0) writer.line(2, `${title}:`);
  for (const line of words.flatMap((word) => word.split('\n'))) writer.line(3, shortenValue(line));
}

/** Adds the limits and requests of a container or a pod. */
export function describeResources(writer: DescribeWriter, resources: JsonObject, level: number): void {
  for (const [title, field] of [
    ['Limits', 'limits'],
    ['Requests', 'requests'],
  ] as const) {
    const amounts = getMap(resources, field);
    const names = Object.keys(amounts).toSorted();
    if (names.length > 0) writer.line(level, `${title}:`);
    for (const name of names) writer.line(level + 1, `${name}:\t${formatQuantity(amounts[name])}`);
  }
}

function describeEnvFrom(writer: DescribeWriter, sources: readonly unknown[]): void {
  if (sources.length > 0) writer.line(2, 'Environment Variables from:');
  for (const source of sources) {
    const [kind, reference] = isJsonObject(getValue(source, 'configMapRef'))
      ? ['ConfigMap', getMap(source, 'configMapRef')]
      : isJsonObject(getValue(source, 'secretRef'))
        ? ['Secret', getMap(source, 'secretRef')]
        : ['', {}];
    const prefix = getString(source, 'prefix') ?? '';
    const from = prefix === '' ? kind : `${kind} with prefix '${prefix}'`;
    writer.line(3, `${getString(reference, 'name') ?? ''}\t${from}\tOptional: ${isOptional(reference)}`);
  }
}

function isOptional(reference: unknown): boolean {
  return getBoolean(reference, 'optional') === true;
}

function describeEnvironment(writer: DescribeWriter, container: unknown, pod: unknown): void {
  const variables = getList(container, 'env');
  writer.line(2, `Environment:${variables.length === 0 ? '\t<none>' : ''}`);
  for (const variable of variables) {
    const name = getString(variable, 'name') ?? '';
    const from = getValue(variable, 'valueFrom');
    if (isJsonObject(from)) {
      const text = describeReference(from, container, pod);
      if (text !== undefined) writer.line(3, `${name}:\t${text}`);
      continue;
    }
    const [first = '', ...others] = shortenValue(getString(variable, 'value') ?? '').split('\n');
    writer.line(3, `${name}:\t${first}`);
    for (const line of others) writer.line(3, `\t${line}`);
  }
}

function describeReference(from: JsonObject, container: unknown, pod: unknown): string | undefined {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = from;
  if (isJsonObject(fieldRef)) {
    const path = getString(fieldRef, 'fieldPath') ?? '';
    // kubectl resolves only these fields.
    const value = path === 'metadata.name' || path === 'metadata.namespace' ? getString(pod, ...path.split('.')) : '';
    return `${value ?? ''} (${getString(fieldRef, 'apiVersion') ?? ''}:${path})`;
  }
  if (isJsonObject(resourceFieldRef)) {
    const resource = getString(resourceFieldRef, 'resource') ?? '';
    const value = containerResource(container, resourceFieldRef);
    const isUnlimited = value === '0' && (resource === 'limits.cpu' || resource === 'limits.memory');
    return `${isUnlimited ? 'node allocatable' : value} (${resource})`;
  }
  for (const [reference, owner] of [
    [secretKeyRef, 'in secret'],
    [configMapKeyRef, 'of config map'],
  ] as const)
    if (isJsonObject(reference)) {
      const [key = '', name = ''] = [getString(reference, 'key'), getString(reference, 'name')];
      return `<set to the key '${key}' ${owner} '${name}'>\tOptional: ${isOptional(reference)}`;
    }
  return undefined;
}

function describeMounts(writer: DescribeWriter, container: unknown): void {
  const sorted = (field: string, path: string): readonly unknown[] =>
    getList(container, field).toSorted((one, other) =>
      (getString(one, path) ?? '') < (getString(other, path) ?? '') ? -1 : 1,
    );
  const mounts = sorted('volumeMounts', 'mountPath');
  writer.line(2, `Mounts:${mounts.length === 0 ? '\t<none>' : ''}`);
  for (const mount of mounts) {
    const subPath = getString(mount, 'subPath') ?? '';
    const flags = [
      getBoolean(mount, 'readOnly') === true ? 'ro' : 'rw',
      ...(subPath === '' ? [] : [`path=${JSON.stringify(subPath)}`]),
    ];
    writer.line(
      3,
      `${getString(mount, 'mountPath') ?? ''} from ${getString(mount, 'name') ?? ''} (${flags.join(',')})`,
    );
  }
  const devices = sorted('volumeDevices', 'devicePath');
  if (devices.length > 0) writer.line(2, 'Devices:');
  for (const device of devices)
    writer.line(3, `${getString(device, 'devicePath') ?? ''} from ${getString(device, 'name') ?? ''}`);
}
