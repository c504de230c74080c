/**
 * Defines Events. The API serves the same Events in two groups with different field names. Source:
 * kubernetes/kubernetes@a79f3c787 pkg/apis/events/v1/conversion.go (names of the fields and field selectors).
 */
import { getString, type KubeObject } from '../store/kubeObject.ts';
import type { ResourceData } from './defineResource.ts';
import { eventColumns } from './printerColumns.ts';

const text =
  (...path: readonly string[]) =>
  (object: KubeObject) =>
    getString(object, ...path) ?? '';

/** Fields of the object that an Event is about. */
const objectFields = ['kind', 'name', 'namespace', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

function fieldsOf(prefix: string): Record<string, (event: KubeObject) => string> {
  return Object.fromEntries(objectFields.map((field) => [`${prefix}.${field}`, text('involvedObject', field)]));
}

/** Events of the core group, which are stored. */
export const coreEvents: ResourceData = {
  kind: 'Event',
  shortNames: ['ev'],
  fields: {
    ...fieldsOf('involvedObject'),
    reason: text('reason'),
    reportingComponent: text('reportingComponent'),
    source: (event) => getString(event, 'source', 'component') ?? getString(event, 'reportingComponent') ?? '',
    type: text('type'),
  },
  columns: eventColumns,
};

/** Fields of `events.k8s.io/v1` by their names in the core group. Other fields have the same names. */
const renamed: Readonly<Record<string, string>> = {
  count: 'deprecatedCount',
  firstTimestamp: 'deprecatedFirstTimestamp',
  involvedObject: 'regarding',
  lastTimestamp: 'deprecatedLastTimestamp',
  message: 'note',
  reportingComponent: 'reportingController',
  source: 'deprecatedSource',
};
const coreNames = new Map(Object.entries(renamed).map(([core, name]) => [name, core]));

/** Returns a stored Event as `events.k8s.io/v1` serves it. */
function toEventsV1({ apiVersion: _core, kind, metadata, ...fields }: KubeObject): KubeObject {
  const entries = Object.entries(fields).map(([name, value]) => [renamed[name] ?? name, value]);
  return { ...Object.fromEntries(entries), apiVersion: 'events.k8s.io/v1', kind, metadata };
}

function toCore({ apiVersion: _events, kind, metadata, ...fields }: KubeObject): KubeObject {
  const entries = Object.entries(fields).map(([name, value]) => [coreNames.get(name) ?? name, value]);
  return { ...Object.fromEntries(entries), apiVersion: 'v1', kind, metadata };
}

/** Events of the group `events.k8s.io`. The simulator serves them for reading only. */
export const servedEvents: ResourceData = {
  kind: 'Event',
  shortNames: ['ev'],
  verbs: ['get', 'list', 'watch'],
  storedAs: { name: { group: '', plural: 'events' }, convert: toEventsV1 },
  fields: {
    ...fieldsOf('regarding'),
    reason: text('reason'),
    reportingController: text('reportingComponent'),
    type: text('type'),
  },
  columns: eventColumns.map(({ path, ...column }) => ({
    ...column,
    path: typeof path === 'string' ? path : (event, now) => path(toCore(event), now),
  })),
};
