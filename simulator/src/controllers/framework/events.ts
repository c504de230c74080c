/** Records Events about objects. As in the real recorder, a repeated Event increases its count. */
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import { getNumber, getString } from '#simulator/store/kubeObject.ts';
import type { Client } from './client.ts';
import { events } from './resourceNames.ts';

/** The details of an Event. */
export interface EventDetails {
  readonly reason: string;
  readonly message: string;
  readonly type?: 'Normal' | 'Warning';
  readonly component: string;
  /** Namespace for Events about objects without a namespace. */
  readonly namespace?: string;
  readonly action?: string;
  /**
   * True for a component that writes through events.k8s.io, such as kube-scheduler. Its events have `eventTime` and
   * `series` instead of `count` and `lastTimestamp`. Source: kubernetes/client-go tools/events/event_recorder.go.
   */
  readonly isSeries?: boolean;
}

/** Records an Event about an object. */
export function recordEvent(client: Client, about: KubeObject, told: EventDetails): void {
  const namespace = about.metadata.namespace ?? told.namespace ?? 'default';
  const { reason, message, type = 'Normal', component, action, isSeries = false } = told;
  const name = `${about.metadata.name}.${hashEventName(`${about.metadata.uid}/${reason}/${message}`)}`;
  const now = client.now();
  const node = getString(about, 'spec', 'nodeName') ?? '';
  // The recorder of a kubelet specifies its node. Controllers specify no host.
  const host = component === 'kubelet' && node !== '' ? { host: node } : {};
  const present = client.get(events, name, namespace);
  if (present !== undefined) {
    client.change(events, { name, namespace }, (event) => ({
      ...event,
      ...(isSeries
        ? { series: { count: (getNumber(event, 'series', 'count') ?? 1) + 1, lastObservedTime: microTime(now) } }
        : { count: (getNumber(event, 'count') ?? 1) + 1, lastTimestamp: now }),
    }));
    return;
  }
  client.create(events, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      name: about.metadata.name,
      ...(about.metadata.namespace === undefined ? {} : { namespace: about.metadata.namespace }),
      uid: about.metadata.uid,
      resourceVersion: about.metadata.resourceVersion,
    },
    reason,
    message,
    type,
    ...(isSeries
      ? { firstTimestamp: null, lastTimestamp: null, eventTime: microTime(now), source: {} }
      : { count: 1, firstTimestamp: now, lastTimestamp: now, eventTime: null, source: { component, ...host } }),
    reportingComponent: component,
    reportingInstance: component === 'kubelet' ? node : isSeries ? `${component}-master-0` : '',
    ...(action === undefined ? {} : { action }),
  });
}

/** Returns a time in the format of MicroTime, such as `2026-11-20T10:41:00.000000Z`. */
function microTime(time: string): string {
  return time.replace(/Z$/, '.000000Z');
}

/** Returns a hash of 16 hexadecimal digits for the name of an Event. */
export function hashEventName(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    high = Math.imul(high ^ text.charCodeAt(index), 0x01000193) >>> 0;
    low = (Math.imul(low ^ text.charCodeAt(index), 0x85ebca6b) + high) >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
